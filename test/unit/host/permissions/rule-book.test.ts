import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { realPathSync } from '../../../../src/files/paths/real-path';
import { Audit, type AuditEntry, auditEntry } from '../../../../src/host/permissions/audit';
import { RuleBook } from '../../../../src/host/permissions/rule-book';
import { newSession, type PermissionRequest } from '../../../../src/model/state';
import { testSession } from '../../../support/session';

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'acp-host-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const once = (optionId: string, kind: 'allow_once' | 'reject_once') => ({
  optionId,
  name: optionId,
  kind,
});

const asked = (command: string, options = [once('go', 'allow_once'), once('no', 'reject_once')]) =>
  ({
    id: 'p1',
    toolCallId: 't',
    title: 'Run',
    kind: 'execute',
    options,
    content: [],
    locations: [],
    rawInput: { command },
  }) satisfies PermissionRequest;

const RULES = [
  { allow: true, command: 'ls' },
  { ask: true, command: 'git push' },
  { deny: true, command: 'rm' },
];

function book(said?: unknown, rules: readonly unknown[] = RULES) {
  const cards: unknown[] = [];
  const decide = async (card: unknown) => {
    cards.push(card);
    return typeof said === 'function' ? said() : said;
  };
  const config = { rules, allow_reads: false, decide: said !== undefined };
  const options = { config: () => config, asks: { decide }, log: silentLogger };
  const session = testSession();
  return { book: new RuleBook(options), session, cards };
}

async function answerOf(said: unknown, request: PermissionRequest) {
  const { book: rules, session } = book(said);
  const answer = await rules.answer(session, request);
  return answer?.optionId ? `${answer.optionId} by ${answer.by}` : 'ask';
}

describe('the rule book', () => {
  it('answers by rules, with options that hold for once', async () => {
    expect(await answerOf(undefined, asked('ls'))).toBe('go by rule');
    expect(await answerOf(undefined, asked('rm x'))).toBe('no by rule');
    expect(await answerOf(undefined, asked('git push'))).toBe('ask');
    expect(await answerOf(undefined, asked('ls', [once('no', 'reject_once')]))).toBe('ask');
    expect(await answerOf(undefined, asked('rm x', [once('go', 'allow_once')]))).toBe('ask');
    const question = [once('red', 'allow_once'), once('blue', 'allow_once')];
    expect(await answerOf(undefined, asked('ls', question))).toBe('ask');
  });

  it('lets the function deny what is allowed, and allow only what no rule asks or denies', async () => {
    expect(await answerOf('deny', asked('ls'))).toBe('no by hook');
    expect(await answerOf(null, asked('ls'))).toBe('go by rule');
    expect(await answerOf('allow', asked('make'))).toBe('go by hook');
    expect(await answerOf('allow', asked('git push'))).toBe('ask');
    expect(await answerOf('allow', asked('rm x'))).toBe('no by rule');
    expect(await answerOf('perhaps', asked('make'))).toBe('ask');
    expect(await answerOf(() => Promise.reject(new Error('oops')), asked('make'))).toBe('ask');
    expect(await answerOf(() => Promise.reject(new Error('oops')), asked('ls'))).toBe('go by rule');
  });

  it('waits only a moment for the function', async () => {
    expect(await answerOf(() => new Promise(() => {}), asked('make'))).toBe('ask');
  });

  it('keeps rules of a session and of a project beside those of the options', () => {
    const { book: rules, session } = book();
    rules.setProject('/project', [{ effect: 'allow', source: 'project', command: 'make' }]);
    rules.setProject('/elsewhere', [{ effect: 'allow', source: 'project', command: 'cat' }]);
    rules.put(session, 'deny command=make');
    rules.put(session, 'allow kind=read');
    rules.change(session, 2, 'allow kind=search');
    expect(rules.list(session)).toEqual([
      { text: 'deny command=make', source: 'session', n: 1 },
      { text: 'allow kind=search', source: 'session', n: 2 },
      { text: 'allow command=make', source: 'project', n: 1 },
      { text: 'allow command=ls', source: 'options' },
      { text: 'ask command=git push', source: 'options' },
      { text: 'deny command=rm', source: 'options' },
    ]);
    rules.change(session, 1);
    expect(rules.answer(session, asked('make'))).toMatchObject({ optionId: 'go' });
    expect(() => rules.change(session, 2)).toThrow('this session has no rule 2');
    expect(() => rules.put(session, 'nonsense')).toThrow('expected allow, ask or deny');
    expect(rules.list(undefined)).toHaveLength(3);
  });

  it('lets the user switch a rule of the options off, put another in its place, and undo both', () => {
    const { book: rules, session } = book();
    const answer = () => rules.answer(session, asked('rm x'));
    expect(answer()).toMatchObject({ optionId: 'no' });
    rules.override('deny command=rm');
    expect(answer()).not.toHaveProperty('optionId');
    expect(rules.list(session)).toContainEqual({
      text: 'deny command=rm',
      source: 'options',
      off: true,
    });
    rules.override('deny command=rm', 'allow command=rm x');
    expect(answer()).toMatchObject({
      optionId: 'go',
      why: '"allow command=rm x" (instead of one of the options) is about the command "rm x"',
    });
    expect(rules.list(session)).toContainEqual({
      text: 'deny command=rm',
      source: 'options',
      off: true,
      override: 'allow command=rm x',
    });
    rules.override('deny command=rm', null);
    expect(answer()).toMatchObject({ optionId: 'no' });
    expect(() => rules.override('deny command=mv')).toThrow('the options have no rule');
    expect(() => rules.override('deny command=rm', 'nonsense')).toThrow('expected allow');
    expect(answer()).toMatchObject({ optionId: 'no' });
  });

  it('keeps every deny, whatever is done to the other rules', () => {
    const texts = fc.constantFrom('allow', 'allow command=rm', 'ask command=rm', 'deny kind=read');
    const operations = fc.oneof(
      fc.record({ put: texts }),
      fc.record({ put: texts, n: fc.integer({ min: 2, max: 3 }) }),
      fc.record({ remove: fc.integer({ min: 2, max: 3 }) }),
      fc.record({ override: fc.constantFrom('allow command=ls', 'ask command=git push') }),
      fc.record({
        override: fc.constantFrom('allow command=ls', 'ask command=git push'),
        put: texts,
      }),
      fc.record({
        project: fc.array(fc.constant({ effect: 'allow', source: 'project' } as const), {
          maxLength: 2,
        }),
      }),
    );
    fc.assert(
      fc.property(fc.array(operations, { maxLength: 8 }), (all) => {
        const { book: rules, session } = book();
        rules.put(session, 'deny command=mv');
        for (const operation of all) {
          try {
            if ('project' in operation) rules.setProject('/project', operation.project);
            else if ('remove' in operation) rules.change(session, operation.remove);
            else if ('override' in operation)
              rules.override(operation.override, 'put' in operation ? operation.put : undefined);
            else if ('n' in operation) rules.change(session, operation.n, operation.put);
            else rules.put(session, operation.put);
          } catch {
            // There is no such rule yet.
          }
        }
        expect(rules.answer(session, asked('rm x'))).toMatchObject({ optionId: 'no' });
        expect(rules.answer(session, asked('ls && mv a b'))).toMatchObject({ optionId: 'no' });
      }),
    );
  });

  it('says why it left a question to the user', async () => {
    const why = async (said: unknown, request: PermissionRequest) => {
      const { book: rules, session } = book(said);
      return (await rules.answer(session, request))?.why;
    };
    const nothing = 'no rule is about the command "make"';
    expect(await why(undefined, asked('make'))).toBe(nothing);
    expect(await why(null, asked('make'))).toBe(nothing);
    const noWay = asked('make', [once('no', 'reject_once')]);
    expect(await why('allow', noWay)).toBe(
      'the function permissions.decide, but the agent offers no allow_once',
    );
    expect(await why('allow', asked('rm x', [once('go', 'allow_once')]))).toMatch(
      /rm.*, but the agent offers no reject_once$/,
    );
  });
});

describe('the audit log', () => {
  const entry = (title: string): AuditEntry =>
    auditEntry(newSession('scripted', '/project'), {
      type: 'answered',
      id: 'p1',
      outcome: { outcome: 'selected', optionId: 'go' },
      by: 'user',
      why: 'no rule',
      request: { ...asked('ls'), title },
    });

  it('has one line for each permission, clipped, for the user’s eyes only', () => {
    const path = join(folder(), 'log', 'audit.jsonl');
    const audit = new Audit(path, silentLogger);
    audit.write(entry('a\nb'));
    audit.write(entry('x'.repeat(10_000)));
    const [first, second, rest] = readFileSync(path, 'utf8').split('\n');
    expect(JSON.parse(first ?? '')).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      session: '',
      agent: 'scripted',
      cwd: '/project',
      id: 'p1',
      toolCallId: 't',
      kind: 'execute',
      title: 'a\nb',
      command: 'ls',
      paths: [],
      options: ['allow_once:go', 'reject_once:no'],
      outcome: 'allow_once',
      by: 'user',
      rule: 'no rule',
    });
    expect(second?.length).toBeLessThan(5000);
    expect(rest).toBe('');
    expect(audit.newest.map(({ title }) => title.slice(0, 3))).toEqual(['xxx', 'a\nb']);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('starts a new file at 4 MiB, and keeps the newest few for :Acp rules', () => {
    const path = join(folder(), 'audit.jsonl');
    writeFileSync(path, `${'x'.repeat(4 * 1024 * 1024)}\n`);
    const audit = new Audit(path, silentLogger);
    for (let i = 0; i < 60; i++) audit.write(entry(`${i}`));
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(60);
    expect(statSync(`${path}.old`).size).toBeGreaterThan(4 * 1024 * 1024);
    expect(audit.newest).toHaveLength(50);
    expect(audit.newest[0]?.title).toBe('59');
  });

  it('that cannot be written stops nobody', () => {
    const path = join(folder(), 'audit.jsonl');
    mkdirSync(path);
    expect(() => new Audit(path, silentLogger).write(entry('a'))).not.toThrow();
  });
});

describe('a real path', () => {
  it('follows links, also those of files that do not exist, and circles end', () => {
    const base = folder();
    mkdirSync(join(base, 'real'));
    symlinkSync(join(base, 'real'), join(base, 'link'));
    symlinkSync(join(base, 'nothing', 'here'), join(base, 'dangling'));
    symlinkSync('circle', join(base, 'circle'));
    expect(realPathSync(join(base, 'link', 'new', 'file'))).toBe(join(base, 'real', 'new', 'file'));
    expect(realPathSync(join(base, 'dangling'))).toBe(join(base, 'nothing', 'here'));
    expect(realPathSync(join(base, 'circle', 'x'))).toContain('x');
    expect(realPathSync('/no/such/folder')).toBe('/no/such/folder');
  });
});
