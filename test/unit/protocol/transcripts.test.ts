import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode } from '../../../src/protocol/decode';
import { sortIncoming } from '../../../src/protocol/incoming';
import {
  agentRequests,
  clientNotifications,
  clientRequests,
} from '../../../src/protocol/methods.gen';
import type { Definitions } from '../../../src/protocol/schema.gen';

const FOLDER = 'test/fixtures/transcripts';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

type Named = { readonly what: string; readonly name: keyof Definitions; readonly value: unknown };

function messages(file: string): { direction: string; message: Message }[] {
  return readFileSync(join(FOLDER, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter((entry) => typeof entry.msg === 'object' && entry.msg !== null)
    .map((entry) => ({ direction: entry.dir, message: entry.msg }));
}

/** Everything an agent sent that the schema has a name for. */
function* fromAgent(file: string): Generator<Named> {
  const asked = new Map<unknown, string>();
  for (const { direction, message } of messages(file)) {
    const { id, method, params, result } = message;
    if (direction === 'c>a' && method) asked.set(id, method);
    if (direction !== 'a>c') continue;
    if (method && method in clientRequests) {
      yield {
        what: method,
        name: clientRequests[method as keyof typeof clientRequests][0],
        value: params,
      };
    } else if (method && method in clientNotifications) {
      const name = clientNotifications[method as keyof typeof clientNotifications];
      yield { what: method, name, value: params };
    } else if (result !== undefined) {
      const question = asked.get(id) as keyof typeof agentRequests;
      if (!(question in agentRequests)) continue;
      yield {
        what: `answer to ${question}`,
        name: agentRequests[question][1],
        value: result ?? {},
      };
    }
  }
}

describe.each(readdirSync(FOLDER))('the recorded traffic of %s', (file) => {
  it('is JSON-RPC throughout', () => {
    for (const { message } of messages(file)) {
      expect(sortIncoming(message).kind, JSON.stringify(message)).toMatch(/message|ignore/);
    }
  });

  it('decodes without loss of a field the schema knows', () => {
    let seen = 0;
    for (const { what, name, value } of fromAgent(file)) {
      const result = decode(name, value, what);
      if (!result.ok) expect.fail(`${result.error} in ${JSON.stringify(value)}`);
      expect(result.dropped, JSON.stringify(value)).toEqual([]);
      seen += 1;
    }
    expect(seen).toBeGreaterThan(20);
  });
});
