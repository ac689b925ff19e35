import { describe, expect, it } from 'vitest';
import type { Field, Values } from '../../../../src/model/form';
import type { Elicitation } from '../../../../src/model/state';
import { fieldChoices, fieldPrompt, shownValue, typedValue } from '../../../../src/view/field';
import { controlsOf, valueAfter } from '../../../../src/view/form-controls';
import { textOf } from '../../../../src/view/line';
import { controlOf, elicitationSurface } from '../../../../src/view/surfaces/elicitation';
import { footerText, mappedKeys } from '../../../../src/view/surfaces/surface';
import { showLines } from '../show';

const field = (more: Partial<Field> = {}): Field => ({
  name: 'name',
  title: 'Name',
  type: 'text',
  required: false,
  choices: [],
  ...more,
});

const model = (request: Partial<Elicitation>, of = 1) => ({
  heading: 'Agent asks',
  at: 1,
  of,
  promptKey: '<C-g>',
  chatKey: '<C-g>',
  request: { id: 'e1', message: 'Tell me', values: {}, ...request },
});

const form = (...fields: Field[]): Partial<Elicitation> => ({ form: { fields, unknown: [] } });

const choices = (request: Partial<Elicitation>): unknown[] =>
  (elicitationSurface.content(model(request)).choices ?? []).map(
    ({ action, lhs, readFirst = false, guarded }) => `${lhs} ${action} ${readFirst} ${guarded}`,
  );

describe('the surface of a form', () => {
  it('has every field with its value; what is sent has to be read first', () => {
    const two = form(
      field({ required: true }),
      field({ name: 'b', title: 'Why', description: 'or not' }),
    );
    const { title, topic, blocks } = elicitationSurface.content(
      model({ ...two, values: { b: 'so' } }, 2),
    );
    expect([title, topic]).toEqual(['Agent asks (1 of 2)', 'Tell me']);
    expect(showLines(blocks.flatMap(({ lines }) => lines))).toMatchInlineSnapshot(`
      "Tell me
      ^^^^^^^ AcpPermissionTitle
        Name *: not set
      ^^^^^^^^ AcpToolTitle
                ^^^^^^^ AcpMuted
        Why: so
      ^^^^^ AcpToolTitle
             ^^ AcpPath
          or not  «AcpMuted»"
    `);
    expect(choices(two)).toEqual([
      'a form_fill false true',
      'e form_change false true',
      's form_accept true true',
      'r form_decline false true',
      'c form_cancel false true',
    ]);
    expect(choices(form(field()))).toHaveLength(4);
    expect(choices(form())[0]).toBe('s form_accept true true');
  });

  it('says how many options it has no keys for, and by what they are chosen', () => {
    const options = Array.from({ length: 25 }, (_, at) => ({ value: `${at}`, title: `o${at}` }));
    const rows = (...fields: Field[]): string[] =>
      elicitationSurface
        .content(model(form(...fields)))
        .blocks.flatMap(({ lines }) => lines.map(textOf));
    const choice = field({ type: 'choice', choices: options });
    expect(rows(choice).slice(-2)).toEqual(['    [z] o17', '    … 7 more: [a]']);
    const last = field({ name: 'b', title: 'B', type: 'choices', choices: options.slice(0, 3) });
    expect(rows(choice, last).slice(-2)).toEqual(['  B: not set', '    … 3 more: [a]']);
    expect(rows(field({ type: 'choice', choices: options.slice(0, 18) }))).not.toContainEqual(
      expect.stringContaining('more'),
    );
  });

  it('of an address is the whole address, opened only after it was read', () => {
    const url = { elicitationId: 'x', address: 'https://a.example/b?c', host: 'a.example' };
    const { blocks } = elicitationSurface.content(model({ url }));
    expect(showLines(blocks.flatMap(({ lines }) => lines))).toContain('https://a.example/b?c');
    expect(choices({ url })).toEqual([
      'o form_accept true true',
      'r form_decline false true',
      'c form_cancel false true',
    ]);
  });

  it('offers only what a form has, and says how to get there', () => {
    const keys = mappedKeys(elicitationSurface.keys, {});
    expect(footerText(elicitationSurface.hints(model({}, 2), {}), keys)).toBe(
      ' <Tab> next  q back ',
    );
    expect(elicitationSurface.away?.(model({}))).toMatchObject({
      byFiletype: { acpprompt: [' <C-g> to answer ', ' <C-g> to answer '] },
      cmdwin: [' leave this window to answer '],
      fromCmdwin: 'from the command-line window: leave it to answer',
    });
  });
});

describe('the keys of a form', () => {
  const colour = field({
    name: 'colour',
    title: 'Colour',
    type: 'choice',
    choices: [
      { value: 'r', title: 'Red' },
      { value: 'g', title: 'Green' },
    ],
  });
  const parts = field({
    name: 'parts',
    title: 'Parts',
    type: 'choices',
    choices: [
      { value: 'd', title: 'docs' },
      { value: 't', title: 'tests' },
    ],
  });
  const sure = field({ name: 'sure', title: 'Sure', type: 'boolean', required: true });
  const text = (request: Partial<Elicitation>): string =>
    elicitationSurface
      .content(model(request))
      .blocks.flatMap(({ lines }) => lines)
      .map(textOf)
      .join('\n');

  it('are the options of a form that asks one thing, which answer it', () => {
    const one = { ...form({ ...colour, title: 'Tell me', required: true }), values: {} };
    expect(text(one)).toBe('Tell me');
    expect(choices(one)).toEqual([
      '1 form_key true true',
      '2 form_key true true',
      'r form_decline false true',
      'c form_cancel false true',
    ]);
    expect(elicitationSurface.content(model(one)).choices?.map(({ label }) => label)).toEqual([
      'Red',
      'Green',
      'Decline',
      'Cancel',
    ]);
    expect(choices(form(colour))[2]).toBe('s form_accept true true');
  });

  it('stand beside what they fill in where there are several fields', () => {
    const request = {
      ...form(colour, parts, sure, field()),
      values: { colour: 'g', parts: ['d'], sure: true },
      errors: { name: 'a value is needed' },
    };
    expect(text(request)).toBe(
      [
        'Tell me',
        '  Colour: Green  [1] Red  [2] ● Green',
        '  Parts: docs  [3] [x] docs  [4] [ ] tests',
        '  Sure *: yes  [5] toggle',
        '  Name: not set',
        '    ✗ a value is needed',
      ].join('\n'),
    );
    const all = elicitationSurface.content(model(request)).choices ?? [];
    expect(all.map(({ lhs, inline }) => lhs + (inline ? '!' : ''))).toEqual(
      [...'aesrc'].concat(['1!', '2!', '3!', '4!', '5!']),
    );
    const taken = all.map((_, at) => controlOf(model(request).request, at));
    expect(taken.map((one) => one?.option?.value ?? one?.field.name)).toEqual(
      [...Array<undefined>(5)].concat(['r', 'g', 'd', 't', 'sure'] as never[]),
    );
  });

  it('give no option the key of another, and long options a line each', () => {
    const many = field({
      type: 'choice',
      choices: Array.from({ length: 30 }, (_, n) => ({ value: `${n}`, title: `option ${n}` })),
    });
    const request = form(many, sure);
    const keys = (elicitationSurface.content(model(request)).choices ?? []).map(({ lhs }) => lhs);
    expect(new Set(keys).size).toBe(keys.length);
    expect(text(request)).toContain('\n    [1] option 0\n    [2] option 1\n');
  });

  it('switch, choose and take back', () => {
    const [red, , docs, , switched] = controlsOf({ fields: [colour, parts, sure], unknown: [] });
    const pressed = (control: typeof red, values: Values): unknown =>
      control && valueAfter(control, values);
    expect([pressed(switched, {}), pressed(switched, { sure: true })]).toEqual([true, false]);
    expect([pressed(red, {}), pressed(red, { colour: 'r' })]).toEqual(['r', undefined]);
    expect([pressed(docs, { parts: ['t'] }), pressed(docs, { parts: ['d'] })]).toEqual([
      ['t', 'd'],
      [],
    ]);
  });
});

describe('a field as text', () => {
  it('says whether it is needed, in one line that is safe to show', () => {
    expect(fieldPrompt(field({ required: true, description: 'as\nwritten\u001b[31m' }))).toBe(
      'Name * — as written',
    );
    expect(fieldPrompt(field())).toBe('Name');
  });

  it('shows choices by their titles, and a boolean as yes or no', () => {
    const colour = field({
      type: 'choices',
      choices: [
        { value: 'r', title: 'Red' },
        { value: 'g', title: 'Green' },
      ],
    });
    expect(shownValue(colour, ['g', 'odd'])).toBe('Green, odd');
    expect(shownValue({ ...colour, type: 'choice' }, 'r')).toBe('Red');
    expect(shownValue(field({ type: 'boolean' }), false)).toBe('no');
    expect(shownValue(field(), undefined)).toBe('');
    expect(fieldChoices(field({ type: 'boolean' })).map(({ value }) => value)).toEqual([
      'yes',
      'no',
    ]);
  });

  it('gives no key to type but the characters of its value', () => {
    expect([...typedValue('a\tb\nc\u001b:q\r')].filter((char) => char < ' ')).toEqual([]);
    expect(typedValue(undefined)).toBe('');
    expect(typedValue(3)).toBe('3');
  });
});
