import { describe, expect, it } from 'vitest';
import type { PermissionRequest } from '../../../src/model/state';
import type { ToolKind } from '../../../src/protocol/schema.gen';
import { decide, notAllowed } from '../../../src/rules/decide';
import type { Rule } from '../../../src/rules/rule';
import { type RuleContext, ruleTargetsOf } from '../../../src/rules/target';
import { around, command, request, rule } from '../../support/rules';

const at = (kind: ToolKind, ...paths: string[]) =>
  request({ kind, locations: paths.map((path) => ({ path })) });
const verdict = (asked: PermissionRequest, rules: readonly string[], where: RuleContext = around) =>
  decide(asked, rules.map(rule), where);
const answer = (asked: PermissionRequest, ...rules: string[]) => verdict(asked, rules).effect;
const why = (asked: PermissionRequest, ...rules: string[]) => verdict(asked, rules).why;

describe('the reason of an answer', () => {
  it.each<[Rule['source'], string]>([
    ['options', 'options'],
    ['project', 'project'],
    ['session', 'session'],
    ['allow_reads', 'allow reads'],
    ['override', 'instead of one of the options'],
  ])('says where the rule is from: %s', (source, words) => {
    expect(decide(request(), [{ effect: 'allow', source }], around).why).toBe(
      `"allow" (${words}) is about "edit"`,
    );
  });

  it('says what it is about: the command, else the path, else the tool, else the kind', () => {
    expect(why(command('A=1 make  x'), 'deny')).toBe(
      '"deny" (options) is about the command "make x"',
    );
    expect(why(command('A=1 make x'), 'allow command=A=1 make x')).toContain('"A=1 make x"');
    expect(why(command('make a$X'), 'deny')).toContain('the command "make a…"');
    expect(why(request({ name: 'Edit', locations: [{ path: 'a' }] }), 'deny')).toContain(
      'about /project/a',
    );
    expect(why(request({ name: 'Edit' }), 'deny')).toContain('about the tool Edit');
    expect(why(request(), 'deny')).toContain('about "edit"');
  });

  it('says when not all of the input is known', () => {
    const asked = request({ rawInput: { unheard: 1 } });
    expect(why(asked, 'allow')).toBe(
      'no rule is about "edit" by the name of its tool, and not all of its input is known',
    );
  });

  it('says what a rule may be about', () => {
    expect(verdict(command('x git push'), ['deny command=git push'])).toEqual({
      effect: 'ask',
      rule: rule('deny command=git push'),
      why: 'the command "x git push" may be what "deny command=git push" is about',
      final: true,
    });
  });

  it('is that of the one rule, when only one had a part in it', () => {
    expect(why(command('make a && make b'), 'allow command=make *')).toBe(
      '"allow command=make *" (options) is about the command "make a"',
    );
  });
});

describe('of several rules', () => {
  it('one that denies comes before one that asks, whatever part it is about', () => {
    expect(answer(command('make && ls'), 'ask command=make', 'deny command=ls')).toBe('deny');
    expect(answer(command('make'), 'ask', 'deny')).toBe('deny');
  });

  it('one that asks says more than an uncertainty, and no function may answer instead', () => {
    const asked = command('make "');
    expect(verdict(asked, ['ask command=make'])).toMatchObject({
      effect: 'ask',
      final: true,
      rule: rule('ask command=make'),
    });
    expect(verdict(asked, [])).not.toHaveProperty('final');
    expect(verdict(request(), [])).not.toHaveProperty('final');
    expect(verdict(request(), ['ask'])).toHaveProperty('final', true);
  });

  it('one that asks for sure says more than one that may deny', () => {
    const asked = command('x git push');
    expect(verdict(asked, ['deny command=git push', 'ask command=x']).rule?.effect).toBe('ask');
    expect(verdict(asked, ['deny command=git push', 'ask command=git push']).rule?.effect).toBe(
      'ask',
    );
  });

  it.each<[more: string, less: string]>([
    ['allow path=src/a.ts', 'allow path=src/*'],
    ['allow path=a*b', 'allow path=a*'],
    ['allow tool=T', 'allow kind=edit'],
    ['allow kind=edit', 'allow agent=claude'],
    ['allow agent=claude', 'allow'],
    ['allow kind=edit agent=claude', 'allow kind=edit'],
    ['allow path=**', 'allow tool=T kind=edit agent=claude'],
  ])('the more specific is named: "%s" rather than "%s"', (more, less) => {
    const asked = request({ name: 'T', locations: [{ path: 'src/a.ts' }] });
    const other = request({ name: 'T', locations: [{ path: 'axb' }] });
    const about = more.includes('a*b') ? other : asked;
    expect(verdict(about, [more, less]).rule).toEqual(rule(more));
    expect(verdict(about, [less, more]).rule).toEqual(rule(more));
  });

  it('the first of those that say as much is named', () => {
    const list = [
      rule('allow kind=edit'),
      { ...rule('allow kind=edit'), source: 'session' },
    ] as const;
    expect(decide(request(), list, around).rule).toBe(list[0]);
  });
});

describe('a path in a rule', () => {
  const reach = (pattern: string, path: string, where: RuleContext = around) =>
    verdict(at('edit', path), [`allow path=${pattern}`], where).effect === 'allow';

  it('is relative to the folder of the session, unless it begins elsewhere', () => {
    expect(reach('src/a', '/project/src/a')).toBe(true);
    expect(reach('./src/a', '/project/src/a')).toBe(true);
    expect(reach('src/a', '/src/a')).toBe(false);
    expect(reach('/src/a', '/src/a')).toBe(true);
    expect(reach('**/a', '/elsewhere/a')).toBe(true);
    expect(reach('*/a', '/x/a')).toBe(false);
    expect(reach('~/a', '/home/user/a')).toBe(true);
    expect(reach('~a', '/home/usera')).toBe(false);
    expect(reach('~a', '/project/~a')).toBe(true);
    expect(reach('a~/b', '/project/a~/b')).toBe(true);
    expect(reach('x/./a', '/project/x/a')).toBe(false);
    expect(reach('C:/a', '/project/C:/a')).toBe(false);
  });

  it('is in the folder of the session when nobody knows the home folder', () => {
    const where = { agent: 'claude', cwd: '/project' };
    expect(reach('~/a', '/project/~/a', where)).toBe(true);
    expect(verdict(at('edit', '/~/a'), ['deny path=~/a'], where).effect).toBe('ask');
  });

  it('takes the name of the folder literally, whatever characters it has', () => {
    const where = { ...around, cwd: '/p{a,b}[c]*?', home: '/h*' };
    expect(reach('x', '/p{a,b}[c]*?/x', where)).toBe(true);
    expect(reach('x', '/pac12/x', where)).toBe(false);
    expect(reach('~/x', '/h*/x', where)).toBe(true);
    expect(reach('~/x', '/hoo/x', where)).toBe(false);
    expect(reach('a', '/a', { ...around, cwd: '/' })).toBe(true);
  });

  it('is in the folder by its name as well as by where it really is', () => {
    const realPath = (path: string) => path.replace(/^\/project/, '/real');
    const where = { ...around, realPath };
    expect(reach('a', 'a', where)).toBe(true);
    expect(verdict(at('edit', '/real/a'), ['deny path=a'], where).effect).toBe('deny');
    expect(verdict(command('cat s*/x'), ['deny path=secret/*', 'allow'], where).effect).toBe('ask');
    const subject = ruleTargetsOf(at('edit', 'a'), where);
    expect(notAllowed(subject, [rule('allow path=a')], where)).toEqual([]);
    expect(notAllowed(subject, [rule('allow path=b'), rule('deny')], where)).toHaveLength(1);
  });

  it('that denies does so in upper and lower case, and one that allows does not', () => {
    expect(answer(at('read', '/project/.ENV'), 'deny path=.env')).toBe('deny');
    expect(answer(at('read', '/project/.env'), 'deny path=.ENV')).toBe('deny');
    expect(answer(at('read', '/project/.ENV'), 'allow path=.env')).toBe('ask');
  });

  it('beside a command denies the command only with that path', () => {
    const rules = ['deny command=cat path=.env', 'allow'];
    expect(answer(command('cat .env'), ...rules)).toBe('deny');
    expect(answer(command('cat .envx'), ...rules)).toBe('allow');
    expect(answer(command('head .env'), ...rules)).toBe('allow');
    expect(answer(command('cat .e*'), ...rules)).toBe('ask');
    expect(answer(command('head .e*'), ...rules)).toBe('allow');
    expect(answer(command('xyz cat .env'), ...rules)).toBe('ask');
    expect(answer(at('read', '.env'), ...rules)).toBe('allow');
  });

  it('may be meant by a pattern of the shell, when so much of the name is there', () => {
    expect(answer(command('cat .e*'), 'deny path=.env', 'allow')).toBe('ask');
    expect(answer(command('cat .E*'), 'deny path=.env', 'allow')).toBe('ask');
    expect(answer(command('cat x*'), 'deny path=.env', 'allow')).toBe('allow');
    expect(answer(command('cat s*/x.txt'), 'deny path=secret/*', 'allow')).toBe('ask');
    expect(answer(command('cat src/a*'), 'deny path=secret/*', 'allow')).toBe('allow');
    expect(answer(command('cat sub/*'), 'deny path=.env', 'allow')).toBe('allow');
    expect(answer(command('cat sub/.e*'), 'deny path=/project/.env', 'allow')).toBe('ask');
    expect(answer(command('git show HEAD:.env'), 'deny path=.env', 'allow')).toBe('ask');
    expect(answer(command('git show HEAD:.ENV'), 'deny path=.env', 'allow')).toBe('ask');
    expect(answer(command('git show HEAD:.envs'), 'deny path=.env', 'allow')).toBe('allow');
  });
});

describe('a rule that allows', () => {
  it('a path does not allow what names none, nor a command', () => {
    expect(answer(request(), 'allow path=**')).toBe('ask');
    expect(answer(command('make'), 'allow path=**')).toBe('ask');
    expect(answer(command('make'), 'allow kind=execute')).toBe('allow');
  });

  it('a command allows nothing but commands', () => {
    expect(answer(request(), 'allow command=*')).toBe('ask');
    expect(answer(at('edit', 'a'), 'allow command=*')).toBe('ask');
  });

  it('what has unknown input names the tool, and not only by a pattern', () => {
    const asked = request({ name: 'T', rawInput: { unheard: 1 } });
    expect(answer(asked, 'allow tool=T')).toBe('allow');
    expect(answer(asked, 'allow tool=T*')).toBe('allow');
    expect(answer(asked, 'allow tool=*')).toBe('ask');
    expect(answer(asked, 'allow kind=edit')).toBe('ask');
  });

  it('a tool does not allow what has no name', () => {
    expect(answer(request(), 'allow tool=T')).toBe('ask');
    expect(answer(request(), 'deny tool=T', 'allow')).toBe('allow');
    expect(answer(request({ name: 'T' }), 'deny tool=T', 'allow')).toBe('deny');
    expect(answer(request({ name: 'T' }), 'deny agent=codex', 'allow')).toBe('allow');
  });
});
