/**
 * Programs that start what their words name, or change what the rest of a line means: a rule covers only what it
 * writes out of them. This only narrows rules that name such a program themselves.
 */
import { programName } from './shell/wrapper-options';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Nothing may follow that the rule does not name. */
const EXACT = words(
  '. alias ash at awk bash batch bind builtin busybox bwrap bun bunx bg caffeinate cd chdir chroot chrt command compgen complete coproc csh dash dbus-run-session declare disown doas ed elvish enable entr env eval ex exec exit export expect fc fd fdfind fg find firejail fish flatpak flock gawk getopts hash history ionice jobs ksh ksh93 lesspipe let limit local logout ltrace mapfile mawk mksh nawk nice nix nix-shell nocorrect noglob nohup npx nsenter nu numactl parallel perl perl5 php pipx pnpx popd posh powershell printf prlimit proot pushd pwsh read readarray readonly rbash rc rsh ruby run-parts runuser sash script screen sed gsed set setarch setopt setpriv setsid setuidgid sh shift shopt socat softlimit source ssh sshpass start-stop-daemon stdbuf strace su sudo sudoedit systemd-run systemctl taskset tcsh test time timeout tmux toybox trap tsx ts-node typeset ulimit umask unalias unset unshare unsetopt uvx valgrind wait watch watchexec xargs xonsh xvfb-run yash zmodload zsh [',
);

/** Their first word says what they do, and may be anything: the rule has to name it. */
const BY_SUBCOMMAND = words(
  'ansible ar aws brew bundle cargo conda corepack deno dd direnv docker docker-compose dotnet expo gcloud gem gh go gradle gradlew hatch heroku helm hg jar java kubectl mise mix mvn mvnw nerdctl node npm nvm pdm pip pip3 pipenv pnpm podman poetry ps python python2 python3 rustup rye sbt svn tar terraform turbo uv volta yarn',
);

/** The word after one of these is a program of its own. */
const STARTING = words(
  'alias bisect config difftool dlx exec execute filter-branch foreach hook mergetool run set shell submodule x',
);

export function isLauncher(program: string): boolean {
  return EXACT.has(programName(program));
}

/** Whether `*` may follow these words of a rule. */
export function mayTakeMore(named: readonly string[]): boolean {
  const [program = '', ...rest] = named;
  const name = programName(program);
  if (EXACT.has(name)) return false;
  const [first] = rest;
  const last = rest.at(-1);
  if (BY_SUBCOMMAND.has(name) && (first === undefined || first.startsWith('-'))) return false;
  if (last === undefined) return true;
  // The scripts of `npm run` are those of the package.
  return !STARTING.has(last) || (['npm', 'pnpm'].includes(name) && last === 'run');
}
