/** The file with a project's rules: its text after a change, and writing that once the user has seen it. */
import { changeList, lineOfItem, parseJson } from '../../edit/json-list';
import { readFileBytes } from '../../files/disk/disk';
import { writeFileBytes } from '../../files/disk/disk-write';
import type { Drafts } from '../../files/disk/drafts';
import { realPathOf } from '../../files/paths/paths';
import { parseRule, type Rule, ruleJson, ruleOf, ruleText } from '../../rules/rule';

const RULES = ['permissions', 'rules'] as const;

export interface ProjectEdit {
  /** What the file says; empty when there is none. */
  readonly before: string;
  /** Which rule, from 1; absent: a new one at the end. */
  readonly n?: number;
  /** The expected text of that rule: the file may have changed since. */
  readonly rule?: string;
  /** The new text of the rule; absent: it is removed. With neither `n` nor `text` the file stays as it is. */
  readonly text?: string;
}

/** The whole text after a change, and the line of the rule; or why there is none, as a message. */
export function editProjectFile({ before, n, rule, text }: ProjectEdit): {
  readonly after?: string;
  readonly line?: number;
  readonly problem?: string;
} {
  try {
    if (n !== undefined && ruleAt(before, n) !== rule) {
      throw new Error('the file has changed since; look at the rules again');
    }
    const parsed = text === undefined ? undefined : parseRule(text, 'project');
    if (typeof parsed === 'string') throw new Error(parsed);
    const after = changeList(before, RULES, {
      ...(n === undefined ? {} : { index: n - 1 }),
      ...(parsed ? { item: ruleJson(parsed) } : {}),
    });
    const line = n === undefined ? undefined : lineOfItem(before, RULES, n - 1);
    return { after, ...(line === undefined ? {} : { line }) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The rules that a project's file says. None of them counts when one is wrong: what a file forbids must not go
 * unnoticed. Throws with a message for the user.
 */
export function projectRules(text: string): Rule[] {
  const content = parseJson(text) as { permissions?: { rules?: unknown } } | null;
  const list = content?.permissions?.rules ?? [];
  if (!Array.isArray(list)) throw new Error('expected { "permissions": { "rules": [ … ] } }');
  return list.map((item, index) => {
    const rule = ruleOf(item, 'project');
    if (typeof rule === 'string') throw new Error(`rule ${index + 1}: ${rule}`);
    return rule;
  });
}

function ruleAt(text: string, n: number): string | undefined {
  const content = parseJson(text) as { permissions?: { rules?: unknown[] } } | null;
  const found = ruleOf(content?.permissions?.rules?.[n - 1], 'project');
  return typeof found === 'string' ? undefined : ruleText(found);
}

/** Writes the file if it still says `before`, in one piece. Throws with a message for the user. */
export async function writeProjectFile(
  path: string,
  before: string | undefined,
  after: string,
  drafts: Drafts,
): Promise<void> {
  const real = await realPathOf(path);
  const now = await readFileBytes(real);
  const same = before === undefined ? now === undefined : now?.bytes.equals(Buffer.from(before));
  if (!same) throw new Error(`${path} has changed meanwhile: nothing was written`);
  await writeFileBytes(real, Buffer.from(after), drafts);
}
