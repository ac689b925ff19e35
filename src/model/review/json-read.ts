import { isRecord, isStrings } from '../../base/guards';
import type { FileContent, FileImage } from '../../edit/file-image';
import type { Author, KnownSession, Turn } from './author';
import type { Comment } from './comments';
import type { UndoneNote } from './notes';
import {
  compact,
  type PendingHunk,
  type Queued,
  type Segment,
  settled,
  type Version,
} from './segment';
import type { FileReview, Format, TextReview, WholeChange } from './state';

/** Nothing where a part is wrong without which the texts of the file would not be known exactly. */
export function readFile(value: unknown): FileReview | undefined {
  if (!isRecord(value) || typeof value.path !== 'string') return undefined;
  const text = value.text === undefined ? undefined : readText(value.text);
  const image = value.image === undefined ? undefined : readImage(value.image);
  if ((value.text !== undefined && !text) || (value.image !== undefined && !image))
    return undefined;
  const { path, mode } = value;
  const changes = Array.isArray(value.changes)
    ? value.changes.flatMap((one) => readChange(one) ?? [])
    : [];
  return {
    path,
    ...(text ? { text } : {}),
    ...(image ? { image } : {}),
    ...(isNumber(mode) ? { mode } : {}),
    changes,
    ...(value.isTouched === true ? { isTouched: true as const } : {}),
  };
}

/** Nothing when the value is no note: it comes from a file. */
export function readNote(value: unknown): UndoneNote | undefined {
  if (!isRecord(value) || !isNumber(value.id) || !isStrings(value.sessions)) return undefined;
  const { id, sessions, path, excerpt, reason } = value;
  const what = WHATS.find((one) => one === value.what);
  if (typeof path !== 'string' || !what || !isStrings(excerpt)) return undefined;
  const range = readRange(value.range);
  const why = typeof reason === 'string' ? { reason } : {};
  return { id, sessions, path, ...(range ? { range } : {}), what, excerpt, ...why };
}

/** The project is that of the file in which it is stored. */
export function readComment(value: unknown): Omit<Comment, 'id'> | undefined {
  if (!isRecord(value) || !isNumber(value.from) || !isNumber(value.to)) return undefined;
  const { path, project, from, to, lines, removed, text } = value;
  if (typeof path !== 'string' || typeof project !== 'string') return undefined;
  if (typeof text !== 'string' || text === '' || from > to || !isLines(lines)) return undefined;
  return { path, project, from, to, lines, ...(isLines(removed) ? { removed } : {}), text };
}

/** Nothing when the value is no session: it comes from a file. */
export function readSession(value: unknown): KnownSession | undefined {
  if (!isRecord(value) || !isNumber(value.turns)) return undefined;
  const { key, agent, id, cwd, title, turns } = value;
  if (typeof key !== 'string' || typeof agent !== 'string') return undefined;
  if (typeof id !== 'string' || typeof cwd !== 'string') return undefined;
  return { key, agent, id, cwd, ...(typeof title === 'string' ? { title } : {}), turns };
}

const WHATS: readonly UndoneNote['what'][] = [
  'edit',
  'created',
  'deleted',
  'renamed',
  'replaced',
  'mode',
  'format',
  'edited',
  'restored',
];

function readRange(value: unknown): UndoneNote['range'] {
  if (!isRecord(value) || !isNumber(value.from) || !isNumber(value.to)) return undefined;
  return { from: value.from, to: value.to };
}

function readText(value: unknown): TextReview | undefined {
  if (!isRecord(value) || !Array.isArray(value.segments)) return undefined;
  const format = readFormat(value.format);
  const segments = allOf(value.segments, readSegment);
  return segments && format && { segments: compact(segments), format };
}

function readSegment(value: unknown): Segment | undefined {
  if (!isRecord(value)) return undefined;
  if (value.kind === 'settled') return isLines(value.lines) ? settled(value.lines) : undefined;
  const { id, reference } = value;
  if (value.kind !== 'pending' || !isNumber(id) || !isLines(reference)) return undefined;
  const versions = Array.isArray(value.versions) ? allOf(value.versions, readVersion) : undefined;
  if (!versions || versions.length === 0) return undefined;
  const hunk: PendingHunk = { kind: 'pending', id, reference, versions };
  return { ...hunk, ...queuedOf(value.queued) };
}

function readVersion(value: unknown): Version | undefined {
  if (!isRecord(value) || !isLines(value.lines) || !isNumber(value.step)) return undefined;
  const by = readAuthors(value.by);
  return by && { lines: value.lines, by, step: value.step };
}

function readAuthors(value: unknown): readonly Author[] | undefined {
  const by = Array.isArray(value) ? allOf(value, readAuthor) : undefined;
  return by && by.length > 0 ? by : undefined;
}

const SOURCES: readonly Author['source'][] = ['fs', 'disk', 'mcp'];

function readAuthor(value: unknown): Author | undefined {
  const turn = readTurn(value);
  if (!turn || !isRecord(value)) return undefined;
  const source = SOURCES.find((one) => one === value.source);
  const { toolCallId } = value;
  return source && { ...turn, ...(typeof toolCallId === 'string' ? { toolCallId } : {}), source };
}

function readTurn(value: unknown): Turn | undefined {
  if (!isRecord(value) || typeof value.session !== 'string' || !isNumber(value.turn))
    return undefined;
  return { session: value.session, turn: value.turn };
}

/** A wrong mark is none: the change is pending, and nothing is undone that nobody asked for. */
function queuedOf(value: unknown): { readonly queued?: Queued } {
  if (!isRecord(value)) return {};
  const turn = readTurn(value.turn);
  if (value.turn !== undefined && !turn) return {};
  const reason = typeof value.reason === 'string' ? { reason: value.reason } : {};
  const isOutdated = value.isOutdated === true ? { isOutdated: true as const } : {};
  return { queued: { ...reason, ...(turn ? { turn } : {}), ...isOutdated } };
}

function readChange(value: unknown): WholeChange | undefined {
  if (!isRecord(value) || !isNumber(value.id)) return undefined;
  const by = readAuthors(value.by);
  if (!by) return undefined;
  const pending = { id: value.id, by, ...queuedOf(value.queued) };
  const { kind, from, before } = value;
  if (kind === 'created' || kind === 'deleted') return { ...pending, kind };
  if (kind === 'renamed') return typeof from === 'string' ? { ...pending, kind, from } : undefined;
  if (kind === 'mode') return isNumber(before) ? { ...pending, kind, before } : undefined;
  if (kind === 'format') {
    const format = readFormat(before);
    return format && { ...pending, kind, before: format };
  }
  const image = kind === 'replaced' ? readImage(before) : undefined;
  return image && { ...pending, kind: 'replaced', before: image };
}

function readFormat(value: unknown): Format | undefined {
  if (!isRecord(value)) return undefined;
  const { endofline, bomb, encoding } = value;
  const fileformat = (['unix', 'dos', 'mac'] as const).find((one) => one === value.fileformat);
  if (!fileformat || typeof endofline !== 'boolean' || typeof bomb !== 'boolean') return undefined;
  return { fileformat, endofline, bomb, ...(typeof encoding === 'string' ? { encoding } : {}) };
}

function readImage(value: unknown): FileImage | undefined {
  if (!isRecord(value)) return undefined;
  const content = readContent(value.content);
  return content && { content, ...(isNumber(value.mode) ? { mode: value.mode } : {}) };
}

function readContent(value: unknown): FileContent | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, text, encoding, base64, target, why } = value;
  if (kind === 'text' && typeof text === 'string') {
    return { kind, text, ...(typeof encoding === 'string' ? { encoding } : {}) };
  }
  if (kind === 'binary' && typeof base64 === 'string') {
    return { kind, bytes: new Uint8Array(Buffer.from(base64, 'base64')) };
  }
  if (kind === 'link' && typeof target === 'string') return { kind, target };
  return kind === 'unknown' && typeof why === 'string' ? { kind, why } : undefined;
}

/** Without line feeds: rows would not be those of the text. */
function isLines(value: unknown): value is string[] {
  return isStrings(value) && value.every((line) => !line.includes('\n'));
}

/** All of them, or nothing. */
function allOf<T>(
  values: readonly unknown[],
  read: (value: unknown) => T | undefined,
): T[] | undefined {
  const items = values.flatMap((value) => read(value) ?? []);
  return items.length === values.length ? items : undefined;
}

/** Ids, steps, turns, modes: none is negative or broken. */
function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
