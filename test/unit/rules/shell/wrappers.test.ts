import { describe, expect, it } from 'vitest';
import { UNKNOWN_COMMAND } from '../../../../src/rules/shell/parts';
import { analyseArgv, analyseShell } from '../../../../src/rules/shell/shell';

/** What runs, as text: `?` something unknown, `…` the end of a word that is not known. */
const runs = (line: string): string[] =>
  analyseShell(line).commands.flatMap((part) =>
    part === UNKNOWN_COMMAND
      ? ['?']
      : part.words.length === 0
        ? []
        : [part.words.map(({ text, known }) => (known ? text : `${text}…`)).join(' ')],
  );

/** What a line runs beside its own first command. */
const starts = (line: string): string[] => runs(line).slice(1);

describe('a program that starts another', () => {
  it.each<[line: string, inner: string]>([
    ['nohup make x', 'make x'],
    ['/usr/bin/nohup make', 'make'],
    ['NOHUP.exe make', 'make'],
    ['- make', 'make'],
    ['command -p make', 'make'],
    ['exec -a name make', 'make'],
    ['exec -cl make', 'make'],
    ['ionice -c3 make', 'make'],
    ['ionice -c 2 -n 7 -t make', 'make'],
    ['nice -n 5 make', 'make'],
    ['nice -n5 make', 'make'],
    ['nice -n-5 make', 'make'],
    ['nice -10 make', 'make'],
    ['nice --adjustment=-5 make', 'make'],
    ['repeat 3 make', 'make'],
    ['setsid -cfw make', 'make'],
    ['stdbuf -oL -e0 make', 'make'],
    ['stdbuf -o 10K make', 'make'],
    ['timeout 5 make', 'make'],
    ['timeout -s KILL -k 1 5 make', 'make'],
    ['timeout --signal=KILL --kill-after=1.5s --foreground --preserve-status -v 5 make', 'make'],
    ['timeout -- 5 make', 'make'],
    ['toybox make', 'make'],
    ['nocorrect make', 'make'],
    ['noglob make', 'make'],
    ['env make', 'make'],
    ['env -i A=1 B=2 make C=3', 'make C=3'],
    ['env - A=1 make', 'make'],
    ['env FOO=1 BAR=2 make', 'make'],
    ['nice ma$X b', 'ma… b'],
    ['env -u HOME -uPATH --unset=X --ignore-environment make', 'make'],
    ['sudo make', 'make'],
    ['sudo -u root -EH make', 'make'],
    ['sudo --preserve-env --set-home --non-interactive A=1 make', 'make'],
    ['doas -u root make', 'make'],
    ['nohup -- make', 'make'],
    ['nohup make -x', 'make -x'],
    ['xargs make', 'make …'],
    ['xargs -0 -n 1 -P4 make a', 'make a …'],
    [
      'xargs --null --no-run-if-empty --verbose --max-args=3 --max-procs=2 --max-lines=1 make',
      'make …',
    ],
    ['xargs -d , -E end -a list make', 'make …'],
    ['xargs -I % make %.c all', 'make … all'],
    ['xargs -I% make a%b', 'make a…'],
    ['xargs -I {} make all', 'make all'],
    ['xargs -I $X make all', '… …'],
    ['find . -exec make {} \\;', 'make …'],
    ['find . -execdir make a{}b \\;', 'make a…'],
    ['find . -ok make \\;', 'make'],
    ['find . -okdir make {} +', 'make …'],
    ['find . -exec make + \\;', 'make +'],
    ['find . -exec make -exec \\;', 'make -exec'],
    ["bash -c 'make x'", 'make x'],
    ["bash -ec 'make'", 'make'],
    ["bash -o pipefail -c 'make'", 'make'],
    ["bash -euo pipefail -c 'make'", 'make'],
    ["bash --norc --noprofile --login --posix -c 'make'", 'make'],
    ["/bin/dash -c 'make'", 'make'],
    ["ksh -c 'make' name", 'make'],
    ["rbash -lc 'make'", 'make'],
    ["eval 'make a' b", 'make a b'],
    ["trap 'make' EXIT", 'make'],
    ["trap -- 'make' EXIT", 'make'],
  ])('is found to do so: %s', (line, inner) => {
    expect(starts(line)).toEqual([inner]);
  });

  it.each([
    'nohup',
    'env',
    'env A=1',
    'sudo',
    'xargs',
    'find . -name x',
    'bash script.sh',
    'bash -x script.sh',
    'bash --norc script.sh',
    'bash a+b.sh',
    'bash a-',
    'bash -- -x',
    'no.exehup make',
    'trap',
    'trap - EXIT',
    'trap -- - EXIT',
    'fd pattern',
    'fd -e ts',
    'fd a-x',
    'fd a--exec',
    'make -c x',
  ])('is not when it starts nothing: %s', (line) => {
    expect(starts(line)).toEqual([]);
  });

  it.each([
    'nice -x make',
    'nohup -x make',
    'nice -n',
    'nice $X make',
    'nice -$X make',
    'timeout $X make',
    'timeout',
    'timeout --what 5 make',
    'command -v make',
    'exec -x make',
    'exec -a',
    'env -S make',
    'env -C /tmp make',
    'sudo -s',
    'sudo -u',
    'xargs -x$X make',
    'xargs --arg-file=x make',
    'find . -exec',
    'find . -exec make',
    'find . -exec \\;',
    'find . -exec make {} x +',
    'fd -x make',
    'fd -Hx make',
    'fd -X make',
    'fd --exec make',
    'fdfind --exec-batch make',
    'bash',
    'bash -c',
    'bash -c "$X"',
    'bash $X',
    'bash -',
    'bash -s',
    'bash +x',
    'bash --rcfile x',
    'sh -i',
    'eval $X',
    'eval make $X',
    'trap $X EXIT',
    'trap -x make',
    'su',
    'at now',
    'watch make',
    'fish -c make',
    'cmd /c make',
  ])('starts something unknown when its words are not all understood: %s', (line) => {
    expect(starts(line)).toEqual(['?']);
  });

  it('may start several, one in the other or one after the other', () => {
    expect(starts("sudo env A=1 nice bash -c 'make; ls'")).toEqual([
      'env A=1 nice bash -c make; ls',
      'nice bash -c make; ls',
      'bash -c make; ls',
      'make',
      'ls',
    ]);
    expect(starts('find . -exec make {} \\; -exec ls {} + -exec cat')).toEqual([
      'make …',
      'ls …',
      '?',
    ]);
    expect(starts(`${'nice '.repeat(30)}make`)).toContain('?');
    expect(starts(`${'nice '.repeat(20)}make`).at(-1)).toBe('make');
  });

  it('keeps what is redirected', () => {
    const { commands } = analyseShell('nice make < list');
    expect(commands.map(({ names }) => names.map(({ text }) => text))).toEqual([
      ['list'],
      ['list'],
    ]);
    expect(analyseShell('nice < list').commands).toHaveLength(1);
  });

  it('is found in a list of words as well', () => {
    expect(analyseArgv(['sudo', 'make', 'a b']).commands.map(({ words }) => words.length)).toEqual([
      3, 2,
    ]);
    expect(analyseArgv(['bash', '-c', 'make $(ls)']).commands).toHaveLength(3);
    expect(analyseArgv(['make']).commands).toMatchObject([{ names: [] }]);
  });
});
