/** What the ledger has seen agents do, in the review. */
import { type FileImage, imageText } from '../../edit/file-image';
import { editedPlaces } from '../../model/review/edited-place';
import { type AgentEdit, agentEdited } from '../../model/review/review';
import { noteEdited } from '../../model/review/unsent-notes';
import type { LedgerChange } from '../change-ledger';
import { mergedImages } from './merged-images';
import type { ReviewState } from './review-state';

/** Takes a change of the ledger into the review; a rewritten proposal counts as what the user made of it. */
export function applyAgentEdit(state: ReviewState, change: LedgerChange): void {
  const { entry, before, after, bufnr, proposed } = change;
  const { path, session, turn, toolCallId, source } = entry;
  const by = { session, turn, source, ...(toolCallId === undefined ? {} : { toolCallId }) };
  if (proposed !== undefined && after !== null) {
    applyRewritten(state, { path, before, after, ...by }, proposed);
    return;
  }
  const seen = { before, after };
  const isMerged = bufnr !== undefined && source === 'disk';
  const images = isMerged ? mergedImages(seen, state.now(path)) : seen;
  state.set(agentEdited(state.review, { path, ...images, ...by }), 'replaced');
}

/** The agent's text first, and then what the user has made of it. */
function applyRewritten(
  state: ReviewState,
  edit: AgentEdit & { readonly after: FileImage },
  proposed: string,
): void {
  const { path, session, after } = edit;
  const written = imageText(after) ?? '';
  const agents: FileImage = { ...after, content: { kind: 'text', text: proposed } };
  state.set(agentEdited(state.review, { ...edit, after: agents }), 'replaced');
  state.found(path, after);
  const places = editedPlaces(proposed, written);
  state.set(noteEdited(state.review, { session, path }, places));
}
