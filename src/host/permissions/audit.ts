import { Emitter } from '../../base/emitter';
import type { Logger } from '../../base/logger';
import type { SessionEvent } from '../../model/event';
import type { PermissionRequest, SessionState } from '../../model/state';
import { askedCommands, askedPaths } from '../../rules/asked';
import { appendRolling } from '../process/rolling-file';

/** One line of the audit log: what was asked, what was answered, and who did. */
export interface AuditEntry {
  readonly time: string;
  readonly session: string;
  readonly agent: string;
  readonly cwd: string;
  readonly id: string;
  readonly toolCallId: string;
  readonly tool?: string;
  readonly kind: string;
  readonly title: string;
  readonly command?: string;
  readonly paths: readonly string[];
  readonly options: readonly string[];
  readonly outcome: string;
  readonly by: string;
  /** Which rule answered and why, or why none did. */
  readonly rule?: string;
}

/** One of the last answers, for `:Acp rules`. */
export interface RecentAnswer extends AuditEntry {
  /** Rules that would have allowed it. */
  readonly suggested: readonly string[];
}

const MAX_TEXT = 4096;
const MAX_PATHS = 50;
const NEWEST = 50;

/** Writes down every permission that was answered. */
export class Audit {
  readonly #path: string;
  readonly #log: Logger;
  readonly #newest: RecentAnswer[] = [];
  readonly #written = new Emitter<void>();
  /** Fires after every new answer. */
  readonly onWritten = this.#written.on;

  constructor(path: string, log: Logger) {
    this.#path = path;
    this.#log = log;
  }

  /** The last answers of this host, newest first. */
  get newest(): readonly RecentAnswer[] {
    return this.#newest;
  }

  write(entry: AuditEntry, suggested: readonly string[] = []): void {
    this.#newest.unshift({ ...entry, suggested });
    this.#newest.length = Math.min(this.#newest.length, NEWEST);
    this.append(entry);
    this.#written.fire();
  }

  /** Of what was done without being asked: a line of its own, and no answer. */
  append(line: object): void {
    try {
      appendRolling(this.#path, `${JSON.stringify(line)}\n`);
    } catch (error) {
      this.#log.error('the audit log cannot be written', error);
    }
  }
}

/** An operation that the rules have refused without anybody having asked. */
export function refusalEntry(
  state: SessionState,
  operation: PermissionRequest,
  why: string,
): AuditEntry {
  const optionId = operation.options[0]?.optionId ?? '';
  const outcome = { outcome: 'selected', optionId } as const;
  const event = {
    type: 'answered',
    id: operation.id,
    request: operation,
    outcome,
    by: 'rule',
    why,
  } as const;
  return auditEntry(state, event);
}

export function auditEntry(
  { id, agent, cwd }: SessionState,
  event: Extract<SessionEvent, { type: 'answered' }>,
): AuditEntry {
  const { request, why } = event;
  const command = askedCommands(request);
  return {
    time: new Date().toISOString(),
    session: id,
    agent,
    cwd,
    id: request.id,
    toolCallId: request.toolCallId,
    ...(request.name ? { tool: request.name } : {}),
    kind: request.kind,
    title: clip(request.title),
    ...(command ? { command: clip(command) } : {}),
    paths: askedPaths(request).slice(0, MAX_PATHS).map(clip),
    options: request.options
      .slice(0, MAX_PATHS)
      .map(({ optionId, kind }) => `${kind}:${clip(optionId)}`),
    outcome: outcomeText(request, event.outcome),
    by: event.by,
    ...(why ? { rule: clip(why) } : {}),
  };
}

function outcomeText(
  { options }: PermissionRequest,
  outcome: Extract<SessionEvent, { type: 'answered' }>['outcome'],
): string {
  if (outcome.outcome === 'cancelled') return 'cancelled';
  return options.find((option) => option.optionId === outcome.optionId)?.kind ?? 'unknown';
}

function clip(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
