import { describe, expect, it } from 'vitest';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState } from '../../../src/model/state';
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
} from '../../../src/protocol/schema.gen';
import { Elicitations } from '../../../src/session/elicitations';
import { elicitationSurface } from '../../../src/view/surfaces/elicitation';
import { expectValid } from '../../support/schema';
import { showLines } from '../view/show';

const SESSION = { sessionId: 's' };

const FORM: CreateElicitationRequest = {
  ...SESSION,
  mode: 'form',
  message: 'Who are\u001b[31m you?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name', minLength: 2 },
      age: { type: 'integer', minimum: 0, default: 30 },
      colour: {
        type: 'string',
        oneOf: [
          { const: '#f00', title: 'Red' },
          { const: '#0f0', title: 'Green' },
        ],
        default: '#0f0',
      },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1 },
      sure: { type: 'boolean', default: true, description: 'Think twice' },
    },
    required: ['name', 'colour'],
  },
};

const LINK: CreateElicitationRequest = {
  ...SESSION,
  mode: 'url',
  message: 'Sign in',
  elicitationId: 'e1',
  url: 'https://exämple.org/login?next=%2F',
};

function setup() {
  let state: SessionState = newSession('demo', '/p');
  let made = 0;
  const elicitations = new Elicitations(
    (event) => {
      state = reduce(state, event);
    },
    () => `v1.${++made}`,
  );
  return {
    elicitations,
    state: () => state,
    ask: (params: CreateElicitationRequest, signal = new AbortController().signal) =>
      elicitations.ask(params, signal),
  };
}

/** What the user sees of the oldest. */
function formShown({ elicitations: [request] }: SessionState) {
  if (!request) throw new Error('nothing is asked');
  const standing = { heading: 'Agent asks', at: 1, of: 1, promptKey: '<C-g>', chatKey: '<C-g>' };
  const { blocks, choices = [] } = elicitationSurface.content({ ...standing, request });
  const lines = blocks.flatMap((block) => block.lines);
  const below = choices.filter(({ inline }) => !inline);
  return { text: showLines(lines), keys: below.map(({ lhs }) => lhs) };
}

async function expectAnswer(
  answer: Promise<CreateElicitationResponse>,
  wanted: CreateElicitationResponse,
): Promise<void> {
  const got = await answer;
  expect(got).toEqual(wanted);
  expectValid('CreateElicitationResponse', got);
}

describe('a form', () => {
  it('is shown with its defaults, filled in, seen again, and sent only when all will do', async () => {
    const { elicitations, state, ask } = setup();
    const answer = ask(FORM);
    expect(formShown(state()).text).toContain('Who are you?');
    expect(formShown(state()).text).toMatch(
      /Name \*: not set[\s\S]*age: 30[\s\S]*colour \*: Green/,
    );
    expect(formShown(state()).keys).toEqual(['a', 'e', 's', 'r', 'c']);
    expect(elicitations.accept('v1.1')).toEqual({ ok: false, error: 'Name: a value is needed' });
    expect(elicitations.fill('v1.1', 'name', 'A')).toEqual({
      ok: false,
      error: 'Name: at least 2 characters are needed',
    });
    elicitations.fill('v1.1', 'name', 'Ada');
    elicitations.fill('v1.1', 'age', '');
    elicitations.fill('v1.1', 'tags', ['b']);
    elicitations.fill('v1.1', 'sure', 'no');
    expect(formShown(state()).text).toMatch(
      /Name \*: Ada[\s\S]*age: not set[\s\S]*tags: b[\s\S]*sure: no/,
    );
    expect(elicitations.accept('v1.1')).toEqual({ ok: true });
    await expectAnswer(answer, {
      action: 'accept',
      content: { name: 'Ada', colour: '#0f0', tags: ['b'], sure: false },
    });
    expect(state().elicitations).toEqual([]);
    expect(elicitations.fill('v1.1', 'name', 'Eve')).toMatchObject({ ok: false, gone: true });
  });

  it.each(['decline', 'cancel'] as const)('is answered with %s', async (action) => {
    const { elicitations, ask } = setup();
    const answer = ask(FORM);
    elicitations.refuse('v1.1', action);
    await expectAnswer(answer, { action });
    expect(elicitations.refuse('v1.1', action)).toMatchObject({ ok: false });
  });

  it('withdrawn by the agent disappears; the request itself ends as cancelled', async () => {
    const { state, ask } = setup();
    const abort = new AbortController();
    const answer = ask(FORM, abort.signal);
    expect(state().elicitations).toHaveLength(1);
    abort.abort();
    await expect(answer).rejects.toMatchObject({ code: -32800 });
    expect(state().elicitations).toEqual([]);
  });

  it('with a required field of an unknown kind can be declined but not sent', async () => {
    const { elicitations, state, ask } = setup();
    const answer = ask({
      ...SESSION,
      mode: 'form',
      message: 'm',
      requestedSchema: { properties: { odd: { type: 'slider' } }, required: ['odd'] },
    });
    expect(formShown(state()).text).toContain('odd: cannot be');
    expect(elicitations.accept('v1.1')).toMatchObject({ ok: false });
    elicitations.cancelAll();
    await expectAnswer(answer, { action: 'cancel' });
  });
});

describe('what is asked', () => {
  const GONE = { ok: false, gone: true };

  it('is settled once, whatever the agent does afterwards', async () => {
    const { elicitations, state, ask } = setup();
    const abort = new AbortController();
    const answer = ask(LINK, abort.signal);
    elicitations.accept('v1.1');
    const shown = state();
    abort.abort();
    await expectAnswer(answer, { action: 'accept' });
    expect(state()).toBe(shown);
    expect(elicitations.accept('v1.1')).toMatchObject(GONE);
    expect(elicitations.refuse('v1.1', 'cancel')).toMatchObject(GONE);
  });

  it('is not shown when it was withdrawn before', async () => {
    const { state, ask } = setup();
    await expect(ask(FORM, AbortSignal.abort())).rejects.toMatchObject({ code: -32800 });
    expect(state().elicitations).toEqual([]);
  });

  it('stays when it cannot be sent yet, and when a field is named that it lacks', async () => {
    const { elicitations, state, ask } = setup();
    const answer = ask(FORM);
    expect(elicitations.fill('v1.1', 'shoe size', '44')).toMatchObject(GONE);
    expect(elicitations.accept('v1.1')).toMatchObject({ ok: false });
    expect(elicitations.fill('v1.1', 'name', 'Ada')).toEqual({ ok: true });
    expect(elicitations.fill('v1.1', 'age', '')).toEqual({ ok: true });
    expect(state().elicitations.map(({ values }) => values)).toEqual([
      { name: 'Ada', colour: '#0f0', sure: true },
    ]);
    expect(Object.keys(state().elicitations[0]?.values ?? {})).not.toContain('age');
    elicitations.accept('v1.1');
    await expectAnswer(answer, {
      action: 'accept',
      content: { name: 'Ada', colour: '#0f0', sure: true },
    });
  });

  it('is twenty things at most', async () => {
    const { elicitations, state, ask } = setup();
    const answers = Array.from({ length: 20 }, () => ask(LINK));
    await expect(ask(LINK)).rejects.toThrow('20 forms and addresses are asked already');
    expect(state().elicitations).toHaveLength(20);
    elicitations.cancelAll();
    expect(await Promise.all(answers)).toEqual(Array(20).fill({ action: 'cancel' }));
  });
});

describe('an address', () => {
  it('is shown in full, as the browser reads it, and accepted only on yes', async () => {
    const { elicitations, state, ask } = setup();
    const answer = ask(LINK);
    const shown = formShown(state()).text;
    expect(shown).toContain('xn--exmple-cua.org');
    expect(shown).toContain('https://xn--exmple-cua.org/login?next=%2F');
    elicitations.accept('v1.1');
    await expectAnswer(answer, { action: 'accept' });
    elicitations.complete('other');
    expect([...state().entries]).toEqual([]);
    elicitations.complete('e1');
    const done = { text: 'What was opened in the browser is done' };
    expect([...state().entries]).toMatchObject([{ kind: 'notice', level: 'info', ...done }]);
    elicitations.complete('e1');
    expect(state().entries).toHaveLength(1);
  });

  it('may be one without encryption, as those of the own machine are', () => {
    const { state, ask } = setup();
    void ask({ ...LINK, url: 'http://localhost:8080/callback' });
    expect(state().elicitations[0]?.url).toEqual({
      elicitationId: 'e1',
      address: 'http://localhost:8080/callback',
      host: 'localhost:8080',
    });
  });

  it('that is done before the user has decided is not asked any more', async () => {
    const { elicitations, state, ask } = setup();
    const answer = ask(LINK);
    const others = [ask({ ...LINK, elicitationId: 'e2' }), ask(FORM)];
    elicitations.complete('e1');
    await expectAnswer(answer, { action: 'cancel' });
    expect([...state().entries]).toEqual([]);
    expect(state().elicitations.map(({ id }) => id)).toEqual(['v1.2', 'v1.3']);
    elicitations.cancelAll();
    await Promise.all(others);
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'nonsense',
    'xhttps://a.org',
    'httpss://a.org',
  ])('%s is refused', async (url) => {
    await expect(setup().ask({ ...LINK, url })).rejects.toMatchObject({
      code: -32602,
      message: 'only http and https addresses are opened',
    });
  });

  it('and nothing else: an unknown mode is refused', async () => {
    const odd = { ...SESSION, mode: 'dance', message: 'm' } as CreateElicitationRequest;
    await expect(setup().ask(odd)).rejects.toMatchObject({
      code: -32602,
      message: 'unknown elicitation mode "dance"',
    });
  });
});
