/** Tools by which agents keep their plan: most of them report the plan as well (docs/agents.md, 32). Pure. */
import { isRecord } from '../base/guards';
import type { ToolCall } from './state';

/** By letters alone: `TodoWrite`, `todo_write`, `write_todos`, `update_plan`. */
const NAMES: ReadonlySet<string> = new Set([
  'todo',
  'todos',
  'todolist',
  'todowrite',
  'todoread',
  'writetodo',
  'writetodos',
  'readtodos',
  'updatetodo',
  'updatetodos',
  'updatetodolist',
  'updatingtodolist',
  'managetodolist',
  'settodolist',
  'taskcreate',
  'taskupdate',
  'updateplan',
]);
/** Under these the input has the whole list. */
const LISTS = ['todos', 'plan'];

/** Says whether a call does nothing but keep the plan. Where its name is not known, the title or the input tells. */
export function keepsPlan({ name, title, kind, rawInput }: ToolCall): boolean {
  if (name !== undefined) return isKnown(name);
  const mayKeep = kind === 'other' || kind === 'think';
  return mayKeep && (isKnown(title) || hasList(rawInput));
}

function isKnown(name: string): boolean {
  return NAMES.has(name.toLowerCase().replace(/[^a-z]/g, ''));
}

function hasList(input: unknown): boolean {
  return isRecord(input) && LISTS.some((key) => isTodoList(input[key]));
}

function isTodoList(list: unknown): boolean {
  return (
    Array.isArray(list) &&
    list.length > 0 &&
    list.every((item) => isRecord(item) && typeof item.status === 'string')
  );
}
