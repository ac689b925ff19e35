import { describe, expect, it } from 'vitest';
import { type FrameFacts, type FramePart, frameTexts } from '../../../src/view/frame';
import type { KeyOverrides } from '../../../src/view/surfaces/surface';

const calm: FrameFacts = { agent: 'Agent', phase: 'ready', pending: 0, queued: 0, follow: 'off' };

const texts = (parts: readonly FramePart[]): string[] =>
  parts.map((part) => part.map(([text]) => text).join(''));
const shown = (facts: Partial<FrameFacts>, keys: KeyOverrides = {}) => {
  const { title, state, hint } = frameTexts({ ...calm, ...facts }, keys);
  return { title: texts(title), state: texts(state), hint: texts(hint) };
};

describe('the frame of a chat', () => {
  it('says nothing more than it knows', () => {
    expect(shown({})).toEqual({
      title: ['Agent'],
      state: [],
      hint: ['<C-s> send', 'g? keys'],
    });
  });

  it('says what goes on before what was chosen, and how it is cancelled', () => {
    const chosen = { mode: 'Plan', model: 'Large', thought: 'High', usage: '1k/2k' };
    const facts = { title: 'Fix it', pending: 2, queued: 1, follow: 'paused', ...chosen } as const;
    expect(shown({ ...facts, phase: 'running' })).toEqual({
      title: ['Agent', 'Fix it'],
      state: [
        'working',
        '2 questions to answer (<C-g>)',
        '1 queued',
        'following (paused)',
        'Plan',
        'Large',
        'High',
        '1k/2k',
      ],
      hint: ['<C-s> queue', '<C-c> cancel', 'g? keys'],
    });
  });

  it.each([
    ['starting', undefined, 'starting'],
    ['installing', 'installing Kimi (3 s)', 'installing Kimi (3 s)'],
    ['cancelling', undefined, 'cancelling'],
    ['ready', 'waits for :Acp login', 'waits for :Acp login'],
    ['stopped', undefined, '■ stopped'],
    ['failed', 'no such\nprogram', '✗ failed: no such program'],
  ] as const)('says of an agent that is %s (%s): %s', (phase, detail, text) => {
    expect(shown({ phase, ...(detail ? { detail } : {}) }).state).toEqual([text]);
  });

  it('names the keys that the user has, and none that they removed', () => {
    const keys = { send: '<F5>', help: false, permission: false } as const;
    expect(shown({ pending: 1 }, keys)).toMatchObject({
      state: ['1 question to answer'],
      hint: ['<F5> send'],
    });
  });
});
