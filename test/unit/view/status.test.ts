import { describe, expect, it } from 'vitest';
import { newSession } from '../../../src/model/state';
import { sessionStatus, usageText } from '../../../src/view/status';

describe('usageText', () => {
  it.each([
    [undefined, ''],
    [{ used: 999, size: 0 }, '999'],
    [{ used: 12_345, size: 200_000 }, '12k/200k'],
    [{ used: 999_600, size: 1_000_000 }, '1.0M/1.0M'],
    [{ used: 1000, size: 8000, cost: { amount: 0.0372, currency: 'USD' } }, '1k/8k $0.04'],
    [{ used: 1, size: 8000, cost: { amount: 3, currency: 'credits' } }, '1/8k 3.00 credits'],
  ])('turns %j into "%s"', (usage, expected) => {
    expect(usageText(usage)).toBe(expected);
  });
});

describe('sessionStatus', () => {
  it('names mode and model by their names', () => {
    const state = {
      ...newSession('demo', '/project'),
      title: 'A\ntitle',
      // Ignored: there are options.
      modes: { currentModeId: 'm2', availableModes: [{ id: 'm2', name: 'Plan' }] },
      configOptions: [
        {
          id: 'thinking',
          name: 'Thinking',
          category: 'thought_level',
          type: 'select' as const,
          currentValue: 'high',
          options: [{ value: 'high', name: 'High' }],
        },
        {
          id: 'x',
          name: 'Model',
          category: 'model',
          type: 'select' as const,
          currentValue: 'big',
          options: [{ group: 'g', name: 'G', options: [{ value: 'big', name: 'Big One' }] }],
        },
      ],
    };
    expect(sessionStatus(state)).toEqual({
      title: 'A title',
      model: 'Big One',
      thought: 'High',
      pending: 0,
      queued: 0,
    });
  });

  it('falls back to ids, and to a config option for the mode', () => {
    const state = {
      ...newSession('demo', '/project'),
      usage: { used: 10, size: 100 },
      configOptions: [
        {
          id: 'm',
          name: 'Mode',
          category: 'mode',
          type: 'select' as const,
          currentValue: 'auto',
          options: [],
        },
        { id: 'n', name: 'Model', category: 'model', type: 'boolean' as const, currentValue: true },
      ],
    };
    expect(sessionStatus(state)).toEqual({ mode: 'auto', usage: '10/100', pending: 0, queued: 0 });
  });
});
