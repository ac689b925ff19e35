import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Objects get all they need in their constructors: nothing of a class in `src/` can be assigned from outside. Private
 * state is `#private`, and the formatter puts every member of a class at two spaces.
 */

const SRC = resolve('src');

/** Where a class begins and ends in formatted code. */
const CLASS = /^(?:export )?(?:abstract )?class (\w+)[^{]*\{(?:\}|\n([\s\S]*?)^\})/gm;
const FIELD =
  /^ {2}(?:(?:public|static|declare|override|accessor) )*(?!readonly\b|protected\b|private\b)([\w$]+)[?!]?(?:: .*|(?: =.*)?;?| = .*)$/;
const SETTER = /^ {2}(?:static |override )*set ([\w$]+)\(/;

/** Members that whoever holds an object could assign, as `Class.member`. */
function assignable(code: string): string[] {
  return [...code.matchAll(CLASS)].flatMap(([, name, body = '']) =>
    body.split('\n').flatMap((line) => {
      const member = (FIELD.exec(line) ?? SETTER.exec(line))?.[1];
      return member === undefined ? [] : [`${name}.${member}`];
    }),
  );
}

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name));

test('what can be assigned is found in every form', () => {
  const code = `
export class Example<T> extends Base<T> {
  typed: string;
  initial = 1;
  bare;
  optional?: string;
  definite!: (value: T) => void;
  static shared = new Map<string, number>();
  several: {
    readonly lines: number;
  } = { lines: 1 };
  public spelled: number | undefined;
  readonly given: string;
  static readonly LIMIT = 2;
  protected at = 0;
  readonly #own: string;
  #state = 0;

  /** Comment: of = what; */
  constructor(given: string) {
    this.typed = given;
  }

  set later(value: string) {
    this.#own = value;
  }

  get state(): number {
    return this.#state;
  }

  async method(): Promise<void> {}
}
const outside = 1;
  indented = 2;
`;
  expect(assignable(code).map((member) => member.replace('Example.', ''))).toEqual([
    'typed',
    'initial',
    'bare',
    'optional',
    'definite',
    'shared',
    'several',
    'spelled',
    'later',
  ]);
});

test('no public property of a class can be assigned from outside', () => {
  const sources = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
  const classes = sources.flatMap(([, code]) => [...code.matchAll(CLASS)]);
  const declared = sources.flatMap(
    ([, code]) => code.match(/^(?:export )?(?:abstract )?class /gm) ?? [],
  );
  expect(classes.length).toBeGreaterThan(50);
  expect(classes).toHaveLength(declared.length);
  const found = sources.flatMap(([file, code]) =>
    assignable(code).map((member) => `${relative(SRC, file)}: ${member}`),
  );
  expect(found).toEqual([]);
});
