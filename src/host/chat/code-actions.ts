/** What the user does with a code block of a message: apply it to a file, or see it beside one. */
import { quantity } from '../../base/quantity';
import { plainLines, plainText } from '../../edit/fragment';
import { isPatch, withSnippet } from '../../edit/snippet';
import { joinText, splitIncoming, splitText } from '../../edit/text';
import type { AppliedCode } from '../../files/applied-code';
import type { ComparedTexts } from '../../nvim/proposed-hunks';
import { AcpError, describeError } from '../../protocol/errors';
import type { CodeBlock } from '../../view/code-block';
import { shownPath, withShownPaths } from '../../view/path';
import type { Notify } from '../messages';
import type { ProposalView, ProposalViews } from '../permissions/proposal-views';
import { askFile, type FileAsks, type FileSession } from './ask-file';

export interface CodeTools {
  readonly asks: FileAsks;
  readonly notify: Notify;
  readonly proposals: Pick<ProposalViews, 'compare'>;
  readonly applied: AppliedCode;
}

/** The session whose agent wrote the code. */
export interface CodeSession extends FileSession {
  readonly key: string;
}

/** What a file holds, and what it would with the code. */
interface Placed {
  readonly path: string;
  /** Null: there is no such file. */
  readonly now: string | null;
  /** Nothing: where the code goes is not certain. */
  readonly next?: string;
}

/** At once where its place is certain; else after the user has seen what would become of the file. */
export async function applyCode(
  tools: CodeTools,
  session: CodeSession,
  block: CodeBlock,
): Promise<void> {
  const placed = await placeCode(tools, session, block, 'Apply to:');
  if (!placed) return;
  const { path, now, next } = placed;
  if (next !== undefined && next === now) {
    tools.notify('info', `${shownPath(path, session.state.cwd)} holds this already`);
  } else if (next === undefined) {
    await compare(tools, session, block, placed);
  } else {
    await write(tools, session, placed, next);
  }
}

/** Side by side with a file; from there it can be applied, too. */
export async function diffCode(
  tools: CodeTools,
  session: CodeSession,
  block: CodeBlock,
): Promise<void> {
  const placed = await placeCode(tools, session, block, 'Compare with:');
  if (placed) await compare(tools, session, block, placed);
}

async function placeCode(
  { asks, applied, notify }: CodeTools,
  session: CodeSession,
  { code, names }: CodeBlock,
  prompt: string,
): Promise<Placed | undefined> {
  const path = await askFile(asks, session, names, prompt);
  if (path === undefined) return undefined;
  const now = await applied.textOf(path);
  const before = splitText(now ?? '');
  const next = withSnippet(plainText(before), code);
  if (next !== undefined) return { path, now, next: joinText(splitIncoming(next, before)) };
  if (!isPatch(code)) return { path, now };
  notify('warn', `what this changes is not in ${shownPath(path, session.state.cwd)}`);
  return undefined;
}

async function compare(
  tools: CodeTools,
  session: CodeSession,
  { code }: CodeBlock,
  placed: Placed,
): Promise<void> {
  const { path, now, next = `${code}\n` } = placed;
  const texts: ComparedTexts = {
    path,
    before: splitText(now ?? '').lines,
    after: splitText(next).lines,
    isEditable: true,
  };
  const accepted = async (view: ProposalView, lines: readonly string[]): Promise<void> => {
    const text = plainLines(lines.join('\n'))
      .map((line) => `${line}\n`)
      .join('');
    try {
      await write(tools, session, placed, joinText(splitIncoming(text, splitText(now ?? ''))));
      view.close('');
    } catch (error) {
      tools.notify('error', describeError(error));
    }
  };
  await tools.proposals.compare(texts, {
    accepted: (lines, view) => void accepted(view, lines),
    left: (view) => view.close('not applied'),
  });
}

/** Rejects when the file is not any more what the user has seen, in words that leave room for the reason. */
async function write(
  { applied, notify }: CodeTools,
  { key, state }: CodeSession,
  { path, now }: Placed,
  text: string,
): Promise<void> {
  const shown = shownPath(path, state.cwd);
  const textOf = (found: string | null): string => {
    if (found === now) return text;
    throw new Error(`${shown} has changed meanwhile: nothing was written`);
  };
  const lines = await applied.apply({ session: key, path, textOf }).catch((error: unknown) => {
    throw AcpError.internal(withShownPaths(describeError(error), state.cwd));
  });
  notify('info', `applied to ${shown}: ${quantity(lines, 'line')} changed, to be reviewed`);
}
