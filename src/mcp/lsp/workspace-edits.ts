/** Edits of files as language servers describe them, as whole new texts of files. */
import { isRecord } from '../../base/guards';
import { type FileText, wholeText } from '../../model/texts';
import type { BufferState } from '../../nvim/language-servers';
import { type FileWrite, type ToolContext, ToolFailure } from '../tool';
import type { Encoding } from './offsets';
import { filePathOf } from './places';
import { withEdits } from './text-edits';
import { countIn, each, type TextEdit, textEditIn, textIn } from './values';

/** Edits of one file, all about the same text; or a file to be made. */
export type FileStep =
  | {
      readonly kind: 'edit';
      readonly uri: string;
      readonly edits: readonly TextEdit[];
      /** Of the text that they are about; absent: the server does not say. */
      readonly version?: number;
    }
  | {
      readonly kind: 'create';
      readonly uri: string;
      readonly ifExists: 'fail' | 'keep' | 'replace';
    };

/** A `WorkspaceEdit` in steps. Fails when it holds something that cannot be done as one. */
export function stepsIn(edit: unknown): readonly FileStep[] {
  if (!isRecord(edit)) return [];
  if (Array.isArray(edit.documentChanges)) return edit.documentChanges.map(stepIn);
  if (!isRecord(edit.changes)) return [];
  return Object.entries(edit.changes).map(([uri, edits]) => editStep(uri, edits));
}

function stepIn(change: unknown): FileStep {
  if (!isRecord(change)) throw unreadable();
  if (change.kind === undefined) {
    const document = isRecord(change.textDocument) ? change.textDocument : {};
    const uri = textIn(document.uri);
    if (uri === undefined) throw unreadable();
    // Neovim opens files with the version 0, whatever theirs is.
    const version = countIn(document.version) || undefined;
    return { ...editStep(uri, change.edits), ...(version ? { version } : {}) };
  }
  const uri = textIn(change.uri);
  if (change.kind !== 'create' || uri === undefined) {
    throw new ToolFailure(
      'the language server would also rename or delete files, which this tool does not do. Nothing was changed',
    );
  }
  const { overwrite, ignoreIfExists } = isRecord(change.options) ? change.options : {};
  return {
    kind: 'create',
    uri,
    ifExists: overwrite ? 'replace' : ignoreIfExists ? 'keep' : 'fail',
  };
}

/** A list of `TextEdit`s. */
export function editStep(uri: string, value: unknown): FileStep {
  const edits = each(value, textEditIn);
  // To leave one out would break what the others make.
  if (!Array.isArray(value) || edits.length !== value.length) throw unreadable();
  return { kind: 'edit', uri, edits };
}

function unreadable(): ToolFailure {
  return new ToolFailure(
    'the language server answered with an edit of a kind that is not known here. Nothing was changed',
  );
}

/** A file on the way to its new text. */
interface Draft {
  readonly path: string;
  readonly before: FileText | undefined;
  text: string | undefined;
}

/** What the files hold after the steps. Fails when one of them is closed to the agent. */
export async function writesOf(
  steps: readonly FileStep[],
  encoding: Encoding,
  context: Pick<ToolContext, 'lua' | 'permits' | 'textOf'>,
): Promise<readonly FileWrite[]> {
  const isVersioned = steps.some((step) => step.kind === 'edit' && step.version !== undefined);
  const states = isVersioned ? await context.lua.call('tools.lsp.states') : [];
  const drafts = new Map<string, Draft>();
  for (const step of steps) {
    const path = filePathOf(step.uri);
    if (path === undefined || !(await context.permits(path))) {
      throw new ToolFailure(
        'the language server would also change a file that you may not use here. Nothing was changed',
      );
    }
    if (isOutdated(step, path, states)) {
      throw new ToolFailure(
        `the language server answered about an older text of ${path}: try again. Nothing was changed`,
      );
    }
    const draft = drafts.get(path) ?? (await draftOf(path, context));
    drafts.set(path, draft);
    draft.text = afterStep(draft, step, encoding);
  }
  return [...drafts.values()].flatMap(writeOf);
}

function isOutdated(step: FileStep, path: string, states: readonly BufferState[]): boolean {
  if (step.kind !== 'edit' || step.version === undefined) return false;
  const sent = states.find((state) => state.path === path)?.version;
  return sent !== undefined && sent > step.version;
}

async function draftOf(path: string, context: Pick<ToolContext, 'textOf'>): Promise<Draft> {
  const before = await context.textOf(path);
  return { path, before, text: before && wholeText(before) };
}

function afterStep({ path, text }: Draft, step: FileStep, encoding: Encoding): string {
  if (step.kind === 'edit') {
    if (text === undefined) throw new ToolFailure(`${path} is no text file, or does not exist`);
    return withEdits(text, step.edits, encoding);
  }
  if (text === undefined || step.ifExists === 'replace') return '';
  if (step.ifExists === 'keep') return text;
  throw new ToolFailure(`${path} is to be made, but it exists already. Nothing was changed`);
}

function writeOf({ path, before, text }: Draft): readonly FileWrite[] {
  const from = before && wholeText(before);
  if (text === undefined || text === from) return [];
  return [{ path, text, ...(from === undefined ? {} : { from }) }];
}
