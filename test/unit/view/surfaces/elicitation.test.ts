import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../src/model/form';
import type { Elicitation } from '../../../../src/model/state';
import { fieldChoices, fieldPrompt, shownValue, typedValue } from '../../../../src/view/field';
import { elicitationSurface } from '../../../../src/view/surfaces/elicitation';
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
    expect(footerText(elicitationSurface.hints(model({}, 2), 'question'), keys)).toBe(
      ' <Tab> next  q back ',
    );
    expect(elicitationSurface.away?.(model({}))).toMatchObject({
      byFiletype: { acpprompt: [' <C-g> to answer ', ' <C-g> to answer '] },
      cmdwin: [' leave this window to answer '],
    });
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
