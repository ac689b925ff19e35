import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as methods from '../../../src/protocol/methods.gen';
import { expectValid } from '../../support/schema';

/** Spoken by agents though no part of the schema: scripts/schema-extras.mjs. */
const EXTRAS = ['session/fork', 'session/set_model', '_session/steering'];

describe('the generated files', () => {
  it('are what the generator makes of the schema today', () => {
    expect(() =>
      execFileSync(process.execPath, ['scripts/generate-schema.mjs', '--check'], { stdio: 'pipe' }),
    ).not.toThrow();
  });

  it('know every method of the protocol, on the right side', () => {
    const meta = JSON.parse(readFileSync('test/fixtures/acp/meta.json', 'utf8'));
    const names = (...tables: object[]) => tables.flatMap((table) => Object.keys(table)).sort();
    expect(names(methods.agentRequests, methods.agentNotifications)).toEqual(
      [...(Object.values(meta.agentMethods) as string[]), ...EXTRAS].sort(),
    );
    expect(names(methods.clientRequests, methods.clientNotifications)).toEqual(
      Object.values(meta.clientMethods).sort(),
    );
  });
});

describe('expectValid', () => {
  it('takes what the schema allows and nothing else', () => {
    expectValid('NewSessionRequest', { cwd: '/project', mcpServers: [] });
    expect(() => expectValid('NewSessionRequest', { cwd: '/project' })).toThrow('mcpServers');
    expect(() => expectValid('NoSuchThing', {})).toThrow('no definition');
  });
});
