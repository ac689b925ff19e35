import { describe, expect, it } from 'vitest';
import { shownChanges } from '../../../src/model/proposal';
import type { PermissionRequest } from '../../../src/model/state';
import { textOf } from '../../../src/view/line';
import { fullParts } from '../../../src/view/permission-full';
import { permissionRequest } from '../../support/permission-request';

function full(fields: Partial<PermissionRequest>): string[] {
  const request = permissionRequest(fields);
  const parts = fullParts(request, '/project', shownChanges(request, '/project'));
  return parts.flatMap(({ lines }) => lines.map(textOf));
}

const rows = (count: number): string =>
  Array.from({ length: count }, (_, index) => `row ${index}`).join('\n');

describe('all that is known about a permission', () => {
  it('has every line of a diff, in full length', () => {
    const long = 'x'.repeat(5000);
    const lines = full({
      content: [
        { type: 'diff', path: '/project/a.txt', oldText: long, newText: `${rows(3000)}\nend` },
      ],
    });
    expect(lines[1]).toContain('a.txt');
    expect(lines).toContain(`  - ${long}`);
    expect(lines.filter((text) => text.startsWith('  + row'))).toHaveLength(3000);
    expect(lines.at(-1)).toBe('  + end');
  });

  it('has the raw input beside a diff, and every text, uncut', () => {
    const lines = full({
      rawInput: { path: '/a', many: Array.from({ length: 500 }, (_, index) => index) },
      content: [
        { type: 'diff', path: '/a', oldText: 'old', newText: 'new' },
        { type: 'content', content: { type: 'text', text: rows(400) } },
      ],
    });
    expect(lines).toContain('  + new');
    expect(lines.filter((text) => text.includes('row '))).toHaveLength(400);
    expect(lines).toContain('  raw input');
    expect(lines.some((text) => text.includes('"path": "/a"'))).toBe(true);
    expect(lines.some((text) => text.trim() === '499')).toBe(true);
  });

  it('lets no control sequence through', () => {
    const lines = full({ rawInput: 'a\u001b[31mb\u0007' }).join('\n');
    expect([...lines].filter((char) => char < ' ' && char !== '\n')).toEqual([]);
  });
});
