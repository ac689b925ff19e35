import type { OutsideAnswer, OutsideQuestion } from './ports';
import type { Session } from './session';

let asked = 0;

/** Asks the user, in the editor's own name, whether the session's agent may touch a file outside its folders. */
export async function askOutside(
  session: Session,
  { kind, path, folder }: OutsideQuestion,
  signal: AbortSignal,
): Promise<OutsideAnswer> {
  const toolCallId = `editor-outside-${++asked}`;
  const { outcome } = await session.ask(
    {
      sessionId: session.state.id,
      toolCall: {
        toolCallId,
        title: `${kind === 'read' ? 'Read' : 'Write'} outside the project: ${path}`,
        kind: kind === 'read' ? 'read' : 'edit',
        locations: [{ path }],
      },
      options: [
        { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
        { optionId: 'folder', name: `Allow in ${folder} for this session`, kind: 'allow_always' },
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      ],
    },
    signal,
  );
  if (outcome.outcome !== 'selected' || outcome.optionId === 'no') return 'no';
  session.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  return outcome.optionId === 'folder' ? 'folder' : 'once';
}
