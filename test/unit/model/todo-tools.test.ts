import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../../src/model/state';
import { keepsPlan } from '../../../src/model/todo-tools';

const call = (fields: Partial<ToolCall>): ToolCall => ({
  toolCallId: 't',
  title: 'Do it',
  kind: 'other',
  status: 'pending',
  state: 'running',
  content: [],
  locations: [],
  ...fields,
});

describe('keepsPlan', () => {
  it.each(['TodoWrite', 'todo_write', 'write_todos', 'todowrite', 'update_plan', 'TodoList'])(
    'knows %s',
    (name) => {
      expect(keepsPlan(call({ name }))).toBe(true);
      expect(keepsPlan(call({ title: name }))).toBe(true);
    },
  );

  it('knows a list of things to do by its shape', () => {
    const todos = [{ title: 'Look', status: 'done' }];
    expect(keepsPlan(call({ title: 'Updating todo list', rawInput: { todos } }))).toBe(true);
    const plan = [{ step: 'Look', status: 'pending' }];
    expect(keepsPlan(call({ rawInput: { explanation: 'why', plan } }))).toBe(true);
  });

  it('takes no other tool for one', () => {
    expect(keepsPlan(call({ name: 'Bash', title: 'todo' }))).toBe(false);
    expect(keepsPlan(call({ kind: 'read', title: 'todo' }))).toBe(false);
    expect(keepsPlan(call({ title: 'Grep for todo' }))).toBe(false);
    expect(keepsPlan(call({ rawInput: { todos: ['a'] } }))).toBe(false);
    expect(keepsPlan(call({ rawInput: { plan: 'free' } }))).toBe(false);
  });
});
