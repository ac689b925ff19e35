import { expect, it } from 'vitest';
import { type AskFacts, askText } from '../../../src/view/ask';

it.each<[AskFacts['phase'], string]>([
  [{ is: 'starting' }, '◌ starting An Agent · :Acp cancel'],
  [{ is: 'queued' }, '◌ waits for An Agent · :Acp cancel'],
  [{ is: 'paused' }, '◌ waits: the queue is paused (:Acp queue)'],
  [{ is: 'working', seconds: 0 }, '◌ An Agent works · :Acp cancel'],
  [{ is: 'working', seconds: 12 }, '◌ An Agent works 12 s · :Acp cancel'],
  [{ is: 'asking' }, '? An Agent asks you'],
  [{ is: 'cancelling' }, '◌ cancelling An Agent'],
  [{ is: 'done', changed: true }, '✓ An Agent is done'],
  [{ is: 'done', changed: false }, '✓ An Agent has answered in the chat (:AcpChat)'],
  [{ is: 'failed', why: 'no\nmodel' }, '✗ An Agent: no model'],
])('%j', (phase, text) => {
  expect(askText({ agent: 'An Agent', phase }).text).toBe(text);
});
