import { describe, expect, it } from 'vitest';
import { commandOperation, fileOperation } from '../../../src/model/operations';

const sessionId = 's';

describe('what an agent does through the editor', () => {
  it('is, as a command, what a question about it would say', () => {
    const env = [{ name: 'A', value: '1' }];
    expect(
      commandOperation({ sessionId, command: 'make', args: ['a', 'b'], cwd: '/x', env }),
    ).toEqual({
      id: 'terminal/create',
      toolCallId: '',
      title: 'make a b',
      kind: 'execute',
      options: [{ optionId: 'refused', name: 'Refuse', kind: 'reject_once' }],
      content: [],
      locations: [],
      rawInput: { command: 'make', args: ['a', 'b'], cwd: '/x', env: { A: '1' } },
    });
  });

  it('names nothing that was not given', () => {
    const none = { sessionId, command: 'make', args: [], env: [], cwd: '' };
    for (const params of [{ sessionId, command: 'make' }, none]) {
      const { title, rawInput } = commandOperation(params);
      expect(title).toBe('make');
      expect(rawInput).toStrictEqual({ command: 'make' });
    }
  });

  it('is, as a file, the way in and the place', () => {
    expect(fileOperation('read', '/a')).toMatchObject({
      id: 'fs/read_text_file',
      title: '/a',
      kind: 'read',
      locations: [{ path: '/a' }],
    });
    expect(fileOperation('edit', '/a')).toMatchObject({ id: 'fs/write_text_file', kind: 'edit' });
  });
});
