import { describe, expect, it } from 'vitest';
import { newSession, type SessionState } from '../../../src/model/state';
import type { SessionConfigOption } from '../../../src/protocol/schema.gen';
import type { AgentSession } from '../../../src/session/agent-port';
import { changeSetting } from '../../../src/session/change-setting';

const FAST: SessionConfigOption = { type: 'boolean', id: 'fast', name: 'Fast', currentValue: true };
const MODEL: SessionConfigOption = {
  type: 'select',
  id: 'model',
  name: 'Model',
  currentValue: 'small',
  options: [{ value: 'big', name: 'Big' }],
};
const ANSWER: SessionConfigOption[] = [{ ...FAST, currentValue: false }];

/** What the agent was asked, and what has then happened. */
async function changed(
  fields: Partial<SessionState>,
  ...[name, given]: [Parameters<typeof changeSetting>[1], string | boolean]
): Promise<{ asked: unknown[]; event: unknown }> {
  const asked: unknown[] = [];
  const link: Partial<AgentSession> = {
    setMode: async (mode) => void asked.push({ mode }),
    setModel: async (model) => void asked.push({ model }),
    setConfig: async (id, value) => {
      asked.push({ id, value });
      return ANSWER;
    },
  };
  const state = { ...newSession('scripted', '/p'), ...fields };
  const event = await changeSetting(state, name, given, (ask) => ask(link as AgentSession));
  return { asked, event };
}

const OPTIONS = { configOptions: [FAST, MODEL] };
const replaced = {
  type: 'update',
  update: { sessionUpdate: 'config_option_update', configOptions: ANSWER },
};

describe('an option', () => {
  it.each([
    [{ id: 'fast' }, false, { id: 'fast', value: false }],
    [{ id: 'fast' }, 'on', { id: 'fast', value: true }],
    [{ id: 'model' }, 'Big', { id: 'model', value: 'big' }],
    ['model', 'big', { id: 'model', value: 'big' }],
  ] as const)(
    '%j set to %j is asked for, and the answer replaces all',
    async (name, given, ask) => {
      expect(await changed(OPTIONS, name, given)).toEqual({ asked: [ask], event: replaced });
    },
  );

  it('that does not exist is refused with those that do', async () => {
    await expect(changed(OPTIONS, { id: 'slow' }, true)).rejects.toThrow(
      'expected an option: fast, model, got "slow"',
    );
    await expect(changed({}, { id: 'slow' }, true)).rejects.toThrow('the agent offers no options');
  });
});

it('a mode or model of the old way changes once the agent has agreed', async () => {
  const modes = { currentModeId: 'ask', availableModes: [{ id: 'code', name: 'Code' }] };
  expect(await changed({ modes }, 'mode', 'Code')).toEqual({
    asked: [{ mode: 'code' }],
    event: {
      type: 'update',
      update: { sessionUpdate: 'current_mode_update', currentModeId: 'code' },
    },
  });
  const models = { currentModelId: 'small', availableModels: [{ modelId: 'big', name: 'Big' }] };
  expect(await changed({ models }, 'model', 'big')).toEqual({
    asked: [{ model: 'big' }],
    event: { type: 'modelSet', modelId: 'big' },
  });
});

it('what the agent does not offer cannot be set', async () => {
  await expect(changed({}, 'mode', 'x')).rejects.toThrow('the agent offers no modes');
  await expect(changed({}, 'model', 'x')).rejects.toThrow('the agent offers no choice of models');
  await expect(changed(OPTIONS, 'model', 'x')).rejects.toThrow('model: expected one of big');
});
