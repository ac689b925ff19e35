import { describe, expect, it } from 'vitest';
import { elicitationActions } from '../../../../src/host/chat/elicitation-surface';
import { reduce } from '../../../../src/model/reduce';
import { newSession, type SessionState } from '../../../../src/model/state';
import { Elicitations } from '../../../../src/session/elicitations';

const TEXT = { type: 'string', title: 'Name', minLength: 3 } as const;
const FLAG = { type: 'boolean', title: 'Sure' } as const;
const COLOUR = {
  type: 'string',
  title: 'Colour',
  oneOf: [
    { const: 'r', title: 'Red' },
    { const: 'g', title: 'Green' },
  ],
} as const;
const PARTS = {
  type: 'array',
  title: 'Parts',
  items: { type: 'string', enum: ['docs', 'tests'] },
} as const;

type Properties = Readonly<Record<string, unknown>>;

/** A form in front of a user who answers in order: a text, the label of an item, or nothing. */
function asked(properties: Properties, answers: (string | undefined)[], required: string[] = []) {
  let state: SessionState = newSession('demo', '/p');
  const elicitations = new Elicitations(
    (event) => {
      state = reduce(state, event);
    },
    () => 'e1',
  );
  const params = { mode: 'form', sessionId: 's', message: 'm' } as const;
  const answer = elicitations.ask(
    { ...params, requestedSchema: { type: 'object', properties, required } } as never,
    new AbortController().signal,
  );
  const seen: string[] = [];
  const reported: string[] = [];
  let focused = 0;
  let known = state.elicitations[0];
  const actions = elicitationActions(
    {
      asks: {
        exactInput: async (prompt, text = '') => {
          seen.push(prompt + text);
          return answers.shift();
        },
        select: async (prompt, _kind, items, label) => {
          seen.push(`${prompt} ${items.map(label).join(', ')}`);
          const wanted = answers.shift();
          return items.find((item) => label(item).trim() === wanted);
        },
      },
      notify: (_, text) => reported.push(text),
      help: (kind) => reported.push(`help of ${kind}`),
    },
    {
      request: () => {
        known = state.elicitations[0] ?? known;
        if (!known) throw new Error('nothing was asked');
        return known;
      },
      elicitations,
      openAddress: () => {},
    },
  );
  const context = {
    item: undefined,
    items: [],
    count: 1,
    focus: async () => {
      focused++;
    },
    close: async () => {},
    goTo: () => {},
  };
  return {
    act: async (action: string) => actions[action]?.(context),
    values: () => state.elicitations[0]?.values,
    focused: () => focused,
    elicitations,
    answer,
    seen,
    reported,
  };
}

describe('filling in a form', () => {
  it('asks for each field with what it holds, and again for what will not do', async () => {
    const form = asked({ name: TEXT, sure: FLAG }, ['ab', 'Ada', 'yes'], ['name', 'sure']);
    await form.act('form_fill');
    expect(form.seen).toEqual(['Name *: ', 'Name *: ab', 'Sure *:   yes,   no']);
    expect(form.reported).toEqual(['Name: at least 3 characters are needed']);
    expect(form.values()).toEqual({ name: 'Ada', sure: true });
    expect(form.focused()).toBe(1);
    await form.act('form_fill');
    expect(form.seen.slice(3)).toEqual(['Name *: Ada']);
  });

  it('may leave empty what is not required, and only that', async () => {
    const form = asked({ colour: COLOUR }, ['Green', '(leave empty)']);
    await form.act('form_fill');
    expect(form.values()).toEqual({ colour: 'g' });
    await form.act('form_fill');
    expect(form.seen).toEqual([
      'Colour:   Red,   Green,   (leave empty)',
      'Colour:   Red, ● Green,   (leave empty)',
    ]);
    expect(form.values()).toEqual({});
    const needed = asked({ colour: COLOUR }, ['Red'], ['colour']);
    await needed.act('form_fill');
    expect(needed.seen).toEqual(['Colour *:   Red,   Green']);
  });

  it('an empty text takes the value out', async () => {
    const form = asked({ name: { ...TEXT, default: 'Ada' } }, ['']);
    await form.act('form_fill');
    expect(form.seen).toEqual(['Name: Ada']);
    expect(form.values()).toEqual({});
  });

  it('takes several choices until the user is done; left in the middle, nothing changes', async () => {
    const form = asked({ parts: PARTS }, ['[ ] docs', '[ ] tests', '[x] docs', '(done)']);
    await form.act('form_fill');
    expect(form.seen.at(-1)).toBe('Parts: (done), [ ] docs, [x] tests');
    expect(form.values()).toEqual({ parts: ['tests'] });
    const left = asked({ parts: PARTS, name: TEXT }, ['[ ] docs', undefined]);
    await left.act('form_fill');
    expect(left.values()).toEqual({});
    expect(left.seen).toHaveLength(2);
  });

  it('changes the one field that was picked', async () => {
    const form = asked({ name: TEXT, colour: COLOUR }, ['Colour', 'Red']);
    await form.act('form_change');
    expect(form.values()).toEqual({ colour: 'r' });
    const left = asked({ name: TEXT, colour: COLOUR }, [undefined]);
    await left.act('form_change');
    expect(left.seen).toEqual(['Field: Name, Colour']);
  });

  it('ends when the agent has withdrawn the form meanwhile', async () => {
    const form = asked({ name: TEXT, sure: FLAG }, ['Ada', 'yes']);
    const filling = form.act('form_fill');
    form.elicitations.cancelAll();
    await filling;
    expect(form.reported).toEqual(['the agent does not ask for this any more']);
    expect(form.seen).toHaveLength(1);
  });
});

describe('answering a form', () => {
  it('sends what it holds, and says what is missing', async () => {
    const form = asked({ name: TEXT }, ['Ada'], ['name']);
    await form.act('form_accept');
    expect(form.reported).toEqual(['Name: a value is needed']);
    await form.act('form_fill');
    await form.act('form_accept');
    expect(await form.answer).toEqual({ action: 'accept', content: { name: 'Ada' } });
  });

  it.each(['decline', 'cancel'])('answers with %s', async (action) => {
    const form = asked({ name: TEXT }, []);
    await form.act(`form_${action}`);
    expect(await form.answer).toEqual({ action });
    await form.act(`form_${action}`);
    expect(form.reported).toEqual(['the agent does not ask for this any more']);
  });
});
