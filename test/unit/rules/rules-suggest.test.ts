import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PermissionRequest } from '../../../src/model/state';
import { decide } from '../../../src/rules/decide';
import { suggestRules } from '../../../src/rules/suggest';
import { around, command, request, rule } from '../../support/rules';

const suggested = (asked: PermissionRequest, ...rules: string[]) =>
  suggestRules(asked, rules.map(rule), around);

describe('the rules that would allow a request', () => {
  it.each([
    ['make', ['allow command=make']],
    ['git status --short', ['allow command=git status --short']],
    ['FOO=1 npm test', ['allow command=FOO=1 npm test']],
    ['sudo make install', ['allow command=sudo make install']],
    ['ls -la && make && ls -la', ['allow command=ls -la', 'allow command=make']],
  ])('name exactly the command: %s', (line, rules) => {
    expect(suggested(command(line))).toEqual({ rules });
  });

  it.each([
    ['git commit -m "a b"', 'no rule is about'],
    ["cat 'a*b'", 'no rule is about'],
    ["ls '*'", 'no rule is about'],
    ["ls '**'", 'no rule is about'],
    ["ls -l '*' a", 'no rule is about'],
    ['ls src/*', 'no rule is about'],
    ["make 'kind=x'", 'no rule is about'],
    ['cat $FILE x', 'because of a $'],
    ['make > out.txt', 'because of a redirection to a file'],
    ['make | sh', 'no rule is about the command "sh"'],
  ])('are none where a rule would say more, or something else: %s', (line, why) => {
    expect(suggested(command(line))).toEqual({ rules: [], why: expect.stringContaining(why) });
  });

  it('leave out what is allowed already', () => {
    expect(suggested(command('ls && make'), 'allow command=ls')).toEqual({
      rules: ['allow command=make'],
    });
  });

  it('are eight at most', () => {
    const line = (count: number) =>
      Array.from({ length: count }, (_, n) => `make t${n}`).join(' && ');
    expect(suggested(command(line(8))).rules).toHaveLength(8);
    expect(suggested(command(line(9)))).toEqual({ rules: [], why: 'it would take 9 rules' });
    expect(suggested(command(`${line(8)} && make t0`)).rules).toHaveLength(8);
  });

  it('name a path from the folder of the session, however that is written', () => {
    const asked = request({ locations: [{ path: '/project/src/a' }] });
    for (const cwd of ['/project', '/project/']) {
      const { rules } = suggestRules(asked, [], { ...around, cwd });
      expect(rules).toEqual(['allow kind=edit path=src/a']);
    }
    const beside = request({ locations: [{ path: '/projects/a' }] });
    expect(suggested(beside).rules).toEqual(['allow kind=edit path=/projects/a']);
  });

  it('name the tool with the path where not all of its input is known', () => {
    const asked = request({
      name: 'mcp__x__y',
      locations: [{ path: '/project/a' }],
      rawInput: { path: '/project/a', unheard: 1 },
    });
    expect(suggested(asked).rules).toEqual(['allow tool=mcp__x__y kind=edit path=a']);
  });

  it('name the path, else the tool, else the kind', () => {
    const at = (path: string) => suggested(request({ locations: [{ path }] })).rules;
    expect(at('src/a b.ts')).toEqual(['allow kind=edit path=src/a b.ts']);
    expect(at('/etc/x{a,b}*')).toEqual(['allow kind=edit path=/etc/x\\{a\\,b\\}\\*']);
    expect(suggested(request({ kind: 'other', name: 'mcp__x__y' })).rules).toEqual([
      'allow tool=mcp__x__y kind=other',
    ]);
    expect(suggested(request({ kind: 'think' })).rules).toEqual(['allow kind=think agent=claude']);
  });

  it('are none where they would be read as something else, or look like it', () => {
    const none = (asked: PermissionRequest) => expect(suggested(asked).rules).toEqual([]);
    none(request({ locations: [{ path: 'src/a agent=claude' }] }));
    none(request({ locations: [{ path: 'src/a kind=read' }] }));
    none(request({ locations: [{ path: ' tool=x' }] }));
    none(request({ kind: 'other', name: 'mcp\u200b__x' }));
    none(request({ kind: 'other', name: 'mcp\n__x' }));
    none(request({ kind: 'other', name: 'mcp__x path=/' }));
  });

  it('are none where only the user can tell, or a rule says otherwise', () => {
    expect(suggested(command('$CMD'))).toEqual({
      rules: [],
      why: 'only you can tell: it is no plain command, because of a $',
    });
    expect(suggested(command('PATH=/tmp; ls')).rules).toEqual([]);
    expect(suggested(command('git push'), 'ask command=git push').why).toContain('ask command=git');
    expect(suggested(command('rm x'), 'deny command=rm').why).toContain('deny command=rm');
    expect(suggested(request({ kind: 'fetch', title: 'Open https://x.y' }))).toEqual({
      rules: [],
      why: 'only you can tell: it opens a link',
    });
    expect(suggested(request({ locations: [{ path: 'a\u202eb' }] })).rules).toEqual([]);
    expect(suggested(request({ locations: [{ path: 'a\nb' }] })).rules).toEqual([]);
  });

  it('allow the request, say what they show, and nothing that was denied, for all requests', () => {
    const words = fc.constantFrom(
      'make',
      'rm',
      'a b',
      "'a b'",
      '$X',
      'kind=x',
      '*',
      '&&',
      ';',
      '> o',
      'sudo',
      'A=1',
      '\\;',
    );
    const lines = fc.array(words, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '));
    const lists = fc.subarray(['deny command=rm', 'ask command=make', 'allow command=sudo make']);
    fc.assert(
      fc.property(lines, lists, (line, list) => {
        const rules = list.map(rule);
        const asked = command(line);
        const { rules: made, why } = suggestRules(asked, rules, around);
        if (made.length === 0) return;
        expect(why).toBeUndefined();
        const all = [...rules, ...made.map(rule)];
        expect(decide(asked, all, around).effect).toBe('allow');
        expect(decide(asked, rules, around).effect).toBe('ask');
        if (list.includes('deny command=rm')) {
          expect(decide(command('rm x'), all, around).effect).toBe('deny');
        }
      }),
    );
  });
});
