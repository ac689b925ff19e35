/** What the user has agreed to already: it is not asked a second time when the agent does it through the editor. */
import { resolve } from 'node:path';
import { commandIn } from '../model/command-line';
import { asksForCall, type EditorCall, isOwnCall } from '../model/editor-call';
import type { SessionEvent } from '../model/event';
import { mentionedPaths } from '../model/tool-paths';
import type { Change } from './ports';
import { ProposedWrites } from './proposed-writes';
import { isShown } from './shown-edit';

/** An operation as far as it matters whether it was agreed to. */
export type Operation =
  /** By its name and its real path. */
  | { readonly kind: 'read'; readonly paths: readonly string[] }
  | { readonly kind: 'edit'; readonly paths: readonly string[]; readonly change: Change }
  | { readonly kind: 'execute'; readonly rawInput: unknown }
  /** A call of a tool of the editor. */
  | { readonly kind: 'tool'; readonly call: EditorCall };

/** A question of the agent to which the answer was yes. */
type Agreed = Pick<Extract<SessionEvent, { type: 'answered' }>, 'request' | 'by'>;

/** Who is asked in these kinds is asked about a change, if no diff says so. */
const CHANGING: ReadonlySet<string> = new Set(['edit', 'move', 'other']);

/** The consents of one session. Those to a question of the agent are good for its turn, and for one operation. */
export class Consents {
  /** What they have agreed to after they have changed it. */
  readonly proposed = new ProposedWrites();
  readonly #cwd: string;
  #asked: Agreed[] = [];
  /** Files that may be read in this turn. */
  readonly #read = new Set<string>();
  /** What may be done as long as the session lasts. */
  readonly #lasting = new Set<string>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** Follows what is asked and answered. */
  note(event: SessionEvent): void {
    this.proposed.note(event);
    if (event.type === 'answered' && isAllowed(event) && !isOwnCall(event.request.toolCallId)) {
      this.#asked.push(event);
    }
    if (ENDS.has(event.type)) {
      this.#asked = [];
      this.#read.clear();
    }
  }

  /** Whether the operation was agreed to. A question covers one change or one command: its consent is used up. */
  take(operation: Operation): boolean {
    if (this.#keysOf(operation).some((key) => this.#lasting.has(key))) return true;
    if (operation.kind === 'read' && operation.paths.some((path) => this.#read.has(path)))
      return true;
    const index = this.#asked.findIndex((agreed) => this.#covers(agreed, operation));
    if (index < 0) return false;
    if (operation.kind !== 'read') this.#asked.splice(index, 1);
    return true;
  }

  /** The user has agreed to our own question. A file is read in parts: that is one operation. */
  allow(operation: Operation, lasting: boolean): void {
    if (lasting) for (const key of this.#keysOf(operation)) this.#lasting.add(key);
    if (operation.kind === 'read') for (const path of operation.paths) this.#read.add(path);
  }

  #keysOf(operation: Operation): string[] {
    if (operation.kind === 'tool') return [`tool ${operation.call.name}`];
    if (operation.kind !== 'execute')
      return operation.paths.map((path) => `${operation.kind} ${path}`);
    const command = commandIn(operation.rawInput);
    if (!command) return [];
    const { line, env, cwd = '' } = command;
    return [JSON.stringify(['execute', line, env, resolve(this.#cwd, cwd)])];
  }

  #covers({ request, by }: Agreed, operation: Operation): boolean {
    if (operation.kind === 'execute') {
      const [wanted] = this.#keysOf(operation);
      const [asked] = this.#keysOf({ kind: 'execute', rawInput: request.rawInput });
      return request.kind === 'execute' && wanted !== undefined && asked === wanted;
    }
    // A rule goes by the kind of call that the agent claims; a user has read the name of the tool and its arguments.
    if (operation.kind === 'tool') return by === 'user' && asksForCall(request, operation.call);
    const named = mentionedPaths(request, this.#cwd);
    if (!operation.paths.some((path) => named.includes(path))) return false;
    if (operation.kind === 'read') return true;
    const diffs = request.content.flatMap((item) =>
      item.type === 'diff' && operation.paths.includes(resolve(this.#cwd, item.path)) ? [item] : [],
    );
    return diffs.length > 0 ? isShown(diffs, operation.change) : CHANGING.has(request.kind);
  }
}

const ENDS: ReadonlySet<SessionEvent['type']> = new Set([
  'prompted',
  'cancelling',
  'turnEnded',
  'turnFailed',
]);

function isAllowed({ outcome, request }: Extract<SessionEvent, { type: 'answered' }>): boolean {
  if (outcome.outcome !== 'selected') return false;
  const option = request.options.find(({ optionId }) => optionId === outcome.optionId);
  return option?.kind === 'allow_once' || option?.kind === 'allow_always';
}
