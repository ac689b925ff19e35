/** What a permission request is about, taken from its fields: never from its title, which is free text. */
import { resolve, sep } from 'node:path';
import { literally } from '../base/glob';
import type { PermissionRequest } from '../model/state';
import type { ToolKind } from '../protocol/schema.gen';
import { askedCommands, askedPaths } from './asked';
import { commandsIn, hiddenCommands } from './given-commands';
import { knownInput, loosePatterns, namedFolders, plainReading, shown } from './known-input';
import { ANY_FILE, isPattern, looseMentions, mentionsOf } from './shell/command-paths';
import type { CommandPart, ShellAnalysis } from './shell/parts';
import type { PlainCommand } from './shell/plain-line';
import { uncertainFolders, uncertainPaths, uncertainWords } from './uncertain-paths';
import { printsUnnamed } from './unnamed-files';

/** What rules of every effect compare. */
interface Matter {
  readonly agent: string;
  readonly tool?: string;
  readonly kinds: readonly ToolKind[];
  /** As named, made absolute, and where it really leads. Rules that allow must fit all, rules that deny any. */
  readonly paths: readonly string[];
}

/** One thing that rules may deny, or have the user asked about: rather too many than too few. */
export interface RuleTarget extends Matter {
  readonly command?: CommandPart;
  /** Paths that a command mentions. */
  readonly mentions: readonly string[];
  /** What else may name a file: pieces of words, and patterns. */
  readonly loose: readonly string[];
}

/** One thing that a rule must allow for the whole to be allowed. A command is one, whatever the agent calls it. */
export interface Consent extends Matter {
  readonly command?: PlainCommand;
  /** All of the input is known; otherwise only a rule that names the tool can allow it. */
  readonly familiar: boolean;
}

export interface RuleTargets {
  readonly all: readonly RuleTarget[];
  readonly consents: readonly Consent[];
  /** Why rules may not allow it whatever they say; empty when all of it is understood. */
  readonly uncertainties: readonly string[];
  /** Consent to open a link is the user's alone. */
  readonly opensLink: boolean;
}

/** There `'` quotes nothing, `%` puts in variables, and `;` ends nothing. */
const CMD_READS_OTHERWISE = /[%';]/;

/** Where more of its words are patterns, what a line names is not looked up. */
const MAX_PATTERNS = 16;

/** No plain line mentions more files; of others, where links lead to is not looked at. */
const MAX_FOLLOWED = 8192;

/** What the editor knows besides the request. */
export interface RuleContext {
  readonly agent: string;
  readonly cwd: string;
  readonly home?: string;
  /** A command may be for cmd.exe. */
  readonly isWindows?: boolean;
  /** The path with symbolic links followed, for files that do not exist too. */
  readonly realPath?: (path: string) => string;
  /** What a shell may put in the place of an absolute pattern with `*`; undefined: it cannot be told. */
  readonly filesMatching?: (pattern: string) => readonly string[] | undefined;
}

export function ruleTargetsOf(request: PermissionRequest, context: RuleContext): RuleTargets {
  const { rawInput, kind } = request;
  const commands = commandsIn(request, context.home);
  const hasCommand = commands.length > 0;
  const folders = namedFolders(rawInput).map((one) => resolve(context.cwd, one));
  const input = knownInput(rawInput, hasCommand);
  const hidden = hiddenCommands(rawInput, input.unfamiliar, context.home);
  const reading = hasCommand ? plainReading(rawInput) : { commands: [] };
  const plain = 'uncertainty' in reading ? [] : reading.commands;
  const opensLink = isLink(request);
  const paths = askedPaths(request);
  const matter = { agent: context.agent, ...(request.name ? { tool: request.name } : {}) };
  // What a command only reads is also listed as places: these may be denied, but it is the command that is allowed.
  const listed = hasCommand && ['execute', 'read', 'search'].includes(kind);
  const diffs = request.content.flatMap((item) => (item.type === 'diff' ? [item.path] : []));
  const familiar = input.unfamiliar.length === 0;
  const own = (listed ? diffs : paths).map((path) => ({
    ...matter,
    kinds: listed ? kindsOf('edit') : kindsOf(kind),
    paths: realPaths(resolve(context.cwd, path), context),
    familiar,
  }));
  const loose = absoluteAll(
    [...paths, ...loosePatterns(rawInput, input.unfamiliar)].flatMap(looseMentions),
    [context.cwd],
  );
  const nothing = { ...matter, kinds: kindsOf(kind), paths: [], familiar };
  const bare = own.length === 0 ? [nothing] : [];
  const written = commands.flatMap(({ writes }) => writes);
  return {
    all: [
      ...commandTargets([...commands, ...hidden], folders, kind, context).map((target) => ({
        ...matter,
        ...target,
      })),
      ...[...own, ...bare].map((one) => ({
        ...one,
        mentions: absoluteAll(paths, [context.cwd, ...folders]),
        loose: hasCommand ? [] : loose,
      })),
    ],
    consents: [
      ...plain.map((command) => ({
        ...matter,
        kinds: kindsOf('execute'),
        command,
        paths: [],
        familiar: true,
      })),
      ...own,
      ...(hasCommand ? [] : bare),
    ],
    uncertainties: [
      ...(opensLink ? ['it opens a link'] : []),
      ...('uncertainty' in reading
        ? [`it is no plain command, because of ${reading.uncertainty}`]
        : []),
      ...(!hasCommand && kind === 'execute' ? ['no command is given'] : []),
      ...(context.isWindows && CMD_READS_OTHERWISE.test(askedCommands(request) ?? '')
        ? ["cmd.exe reads % ' and ; in another way"]
        : []),
      ...input.uncertainties,
      ...(hasCommand ? folderUncertainties(folders, plain, context) : []),
      ...uncertainPaths(hasCommand ? [...paths, ...written, ...namedFolders(rawInput)] : paths),
      ...(hasCommand
        ? uncertainFolders(namedFolders(rawInput).filter((one) => one !== context.cwd))
        : []),
      ...uncertainWords(plain.flatMap(({ words }) => words.map(({ text }) => text))),
    ],
    opensLink,
  };
}

type CommandUnit = Pick<RuleTarget, 'kinds' | 'command' | 'paths' | 'mentions' | 'loose'>;

/** What the commands would run and write, as far as it can be guessed. */
function commandTargets(
  commands: readonly ShellAnalysis[],
  folders: readonly string[],
  kind: ToolKind,
  context: RuleContext,
): CommandUnit[] {
  const bases = (folders.length > 0 ? folders : [context.cwd]).flatMap((one) =>
    realPaths(one, context),
  );
  return commands.flatMap(({ commands: parts, writes }) => [
    ...parts.map((command) => {
      const mentioned = mentionsOf(command, context.home);
      const loose = absoluteAll(mentioned.loose, bases);
      const matching = matchingFiles(
        loose.filter((one) => one !== ANY_FILE && isPattern(one)),
        context,
      );
      return {
        kinds: kindsOf('execute', kind),
        command,
        paths: [],
        mentions: followed([...absoluteAll(mentioned.paths, bases), ...(matching ?? [])], context),
        loose: [
          ...loose,
          ...(matching ? [] : [ANY_FILE]),
          ...(printsUnnamed(command.words) ? below(bases) : []),
        ],
      };
    }),
    ...writes.map((path) => ({
      kinds: kindsOf('execute', 'edit', kind),
      paths: bases.flatMap((base) => realPaths(resolve(base, path), context)),
      mentions: [],
      loose: [],
    })),
  ]);
}

/** A link among them leads to what no pattern says. */
function matchingFiles(
  patterns: readonly string[],
  { filesMatching = () => [] }: RuleContext,
): string[] | undefined {
  if (patterns.length > MAX_PATTERNS) return undefined;
  const found = patterns.map((pattern) => filesMatching(pattern));
  return found.every((files) => files !== undefined) ? found.flat() : undefined;
}

function absoluteAll(paths: readonly string[], bases: readonly string[]): string[] {
  const absolute = (base: string, path: string): string =>
    path === ANY_FILE ? path : slashes(resolve(base, path));
  return bases.flatMap((base) => paths.map((path) => absolute(base, path)));
}

/** Whatever is in the folders. */
function below(folders: readonly string[]): string[] {
  return folders.map((folder) => `${literally(folder).replace(/\/$/, '')}/**`);
}

function followed(paths: readonly string[], context: RuleContext): readonly string[] {
  if (paths.length > MAX_FOLLOWED) return paths;
  return [...new Set(paths.flatMap((path) => realPaths(path, context)))];
}

function folderUncertainties(
  folders: readonly string[],
  commands: readonly PlainCommand[],
  { cwd, realPath = (path) => path }: RuleContext,
): string[] {
  const changes = commands.some(({ words }) => /^(?:cd|chdir|pushd|popd)$/.test(words[0].text));
  const outside = folders.find(
    (folder) => !isInside(slashes(realPath(cwd)), slashes(realPath(folder))),
  );
  return [
    ...(new Set(folders).size > 1 ? ['it names more than one folder to run in'] : []),
    ...(outside === undefined ? [] : [`it runs in ${shown(outside)}`]),
    ...(changes && commands.length > 1 ? ['it goes to another folder first'] : []),
  ];
}

function kindsOf(...kinds: ToolKind[]): ToolKind[] {
  return [...new Set(kinds)];
}

function realPaths(path: string, { realPath }: RuleContext): string[] {
  const real = realPath?.(path) ?? path;
  return [...new Set([path, real])].map(slashes);
}

/** Patterns are written with `/` everywhere. */
export function slashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

// --- the link

const LINK = /[a-z0-9+.-]:\/\//i;

/** Codex asks so for consent to open a link (docs/agents.md, 14): no rule may give that. */
function isLink(request: PermissionRequest): boolean {
  if (request.kind !== 'fetch') return false;
  return LINK.test(`${request.title} ${JSON.stringify([request.rawInput, request.content])}`);
}
