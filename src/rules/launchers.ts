/**
 * Programs that start what their words name, or change what the rest of a line means: a rule covers only what it
 * writes out of them. This only narrows rules that name such a program themselves.
 */
import { programName } from './shell/wrapper-options';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Nothing may follow that the rule does not name. */
const EXACT = words(
  '. [ alias ash at awk bash batch bc bg bind builtin bun bunx busybox bwrap byobu caffeinate cd chdir chpst chroot chrt clojure command compgen complete concurrently coproc cpulimit cross-env cscript csh dash dbus-run-session dc declare disown doas dotenv dtach dumb-init eatmydata ed elixir elvish emacs enable entr env envdir erl eval ex exec exit expect export fakeroot faketime fc fd fdfind fg find firejail fish flatpak flock forfiles gawk gdb getopts ghci gnuplot gosu groovy gsed guile hash history hyperfine iex inotifywait ionice irb jobs jshell julia kotlin ksh ksh93 ldd lesspipe let limit lldb local logout ltrace lua luajit m4 mapfile mawk mksh mshta mysql nano nawk nice nix nix-shell nocorrect nodemon noglob nohup npm-run-all npx nsenter nu numactl nvim ocaml octave open osascript parallel perf perl perl5 php pipx pkexec pm2 pnpx popd posh powershell printf prlimit proot proxychains pry psql pushd pwsh qjs r racket rbash rc read readarray readonly redis-cli rlwrap rscript rsh ruby run-parts rundll32 runghc runhaskell runuser s6-setuidgid sash sbcl scala screen script sed set setarch setopt setpriv setsid setuidgid sh shift shopt socat softlimit source sqlite3 ssh sshpass start start-stop-daemon stdbuf strace su sudo sudoedit swift systemctl systemd-run taskset tclsh tcsh test time timeout tini tmux torsocks toybox trap ts-node tsx typeset ulimit umask unalias unbuffer unset unsetopt unshare uvx valgrind vi view vim wait watch watchexec wine wish wscript wsl xargs xdg-open xonsh xterm xvfb-run yash zellij zmodload zsh',
);

/** A word that is no option has them write a file, or set something. */
const WRITING = words('date hostname uniq xxd');

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
  if (EXACT.has(name) || WRITING.has(name)) return false;
  const [first] = rest;
  const last = rest.at(-1);
  if (BY_SUBCOMMAND.has(name) && (first === undefined || first.startsWith('-'))) return false;
  if (last === undefined) return true;
  // The scripts of `npm run` are those of the package.
  return !STARTING.has(last) || (['npm', 'pnpm'].includes(name) && last === 'run');
}
