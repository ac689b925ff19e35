/** What stands at the lines that an agent was asked about, while it works and after. */
import { oneLine } from '../base/text';
import type { Group } from './groups';

export interface AskFacts {
  /** Title of the agent. */
  readonly agent: string;
  readonly phase:
    | { readonly is: 'starting' | 'queued' | 'paused' | 'asking' | 'cancelling' }
    /** In seconds since it was sent. */
    | { readonly is: 'working'; readonly seconds: number }
    | { readonly is: 'done'; readonly changed: boolean }
    | { readonly is: 'failed'; readonly why: string };
}

export interface AskText {
  readonly text: string;
  readonly group: Group;
}

const CANCEL = ' · :Acp cancel';

export function askText({ agent, phase }: AskFacts): AskText {
  const name = oneLine(agent);
  switch (phase.is) {
    case 'starting':
      return busy(`starting ${name}${CANCEL}`);
    case 'queued':
      return busy(`waits for ${name}${CANCEL}`);
    case 'paused':
      return { text: '◌ waits: the queue is paused (:Acp queue)', group: 'AcpStateWaiting' };
    case 'working':
      return busy(`${name} works${phase.seconds > 0 ? ` ${phase.seconds} s` : ''}${CANCEL}`);
    case 'asking':
      return { text: `? ${name} asks you`, group: 'AcpStateWaiting' };
    case 'cancelling':
      return busy(`cancelling ${name}`);
    case 'done':
      return phase.changed
        ? { text: `✓ ${name} is done`, group: 'AcpToolDone' }
        : { text: `✓ ${name} has answered in the chat (:AcpChat)`, group: 'AcpToolDone' };
    case 'failed':
      return { text: `✗ ${name}: ${oneLine(phase.why)}`, group: 'AcpStateFailed' };
  }
}

function busy(text: string): AskText {
  return { text: `◌ ${text}`, group: 'AcpStateBusy' };
}
