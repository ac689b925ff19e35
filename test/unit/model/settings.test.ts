import { describe, expect, it } from 'vitest';
import { reduce } from '../../../src/model/reduce';
import {
  configSettings,
  modelSetting,
  modeSetting,
  settingValue,
} from '../../../src/model/settings';
import { newSession, type SessionState } from '../../../src/model/state';
import type { SessionConfigOption } from '../../../src/protocol/schema.gen';
import { completions, sessionOffer } from '../../../src/view/offer';

const MODE: SessionConfigOption = {
  id: 'm',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue: 'ask',
  options: [
    { value: 'ask', name: 'Ask' },
    { value: 'code', name: 'Code', description: 'Writes\nfiles' },
  ],
};

const GROUPED: SessionConfigOption = {
  id: 'model',
  name: 'Model',
  type: 'select',
  currentValue: 'b',
  options: [
    { group: 'g1', name: 'Small', options: [{ value: 'a', name: 'Tiny' }] },
    { group: 'g2', name: 'Large', options: [{ value: 'b', name: 'Huge' }] },
  ],
};

const FAST: SessionConfigOption = {
  id: 'fast',
  name: 'Fast',
  category: '_own',
  type: 'boolean',
  currentValue: true,
};

function state(fields: Partial<SessionState>): SessionState {
  return { ...newSession('agent', '/p'), ...fields };
}

const MODES = {
  currentModeId: 'plan',
  availableModes: [{ id: 'plan', name: 'Plan', description: null }],
};
const MODELS = { currentModelId: 'x', availableModels: [{ modelId: 'x', name: 'X' }] };

describe('the mode', () => {
  it('is the option of that category, and modes are ignored where there are options', () => {
    expect(modeSetting(state({ modes: MODES, configOptions: [FAST, MODE] }))).toMatchObject({
      via: 'config',
      id: 'm',
      current: 'ask',
    });
    expect(modeSetting(state({ modes: MODES, configOptions: [FAST] }))).toBeUndefined();
    expect(modeSetting(state({ modes: MODES }))).toMatchObject({ via: 'mode', current: 'plan' });
    expect(modeSetting(state({}))).toBeUndefined();
  });

  it('announced by the agent is also the value of its option, when it knows it', () => {
    const before = state({ modes: MODES, configOptions: [FAST, MODE] });
    const announce = (currentModeId: string) =>
      reduce(before, {
        type: 'update',
        update: { sessionUpdate: 'current_mode_update', currentModeId },
      });
    expect(announce('code').configOptions[1]).toMatchObject({ currentValue: 'code' });
    expect(announce('strange').configOptions).toBe(before.configOptions);
  });
});

describe('the model', () => {
  it('is an option, also one without a category, else one of the old models', () => {
    expect(modelSetting(state({ models: MODELS, configOptions: [GROUPED] }))?.via).toBe('config');
    expect(modelSetting(state({ models: MODELS, configOptions: [MODE] }))).toMatchObject({
      via: 'model',
      current: 'x',
    });
  });
});

describe('a value', () => {
  it.each([
    [MODE, 'code', 'code'],
    [MODE, 'Code', 'code'],
    [FAST, true, 'on'],
    [FAST, 'off', 'off'],
    [GROUPED, 'a', 'a'],
  ])('of %o may be %j', (option, given, value) => {
    const [setting] = configSettings(state({ configOptions: [option] }));
    expect(settingValue(setting as never, given)).toEqual({ ok: true, value });
  });

  it('that there is not is named, with those that are', () => {
    const [setting] = configSettings(state({ configOptions: [MODE] }));
    expect(settingValue(setting as never, 'cook')).toEqual({
      ok: false,
      error: 'm: expected one of ask, code, got "cook"',
    });
  });
});

it('what is offered keeps the order, names groups and is safe to show', () => {
  const offer = sessionOffer(
    state({
      configOptions: [FAST, GROUPED, MODE],
      commands: [{ name: 'web', description: 'Look\u001b[31m up', input: { hint: 'what\n' } }],
    }),
  );
  expect(offer.options.map(({ id, currentName }) => [id, currentName])).toEqual([
    ['fast', 'on'],
    ['model', 'Huge'],
    ['m', 'Ask'],
  ]);
  expect(offer.model?.values.map(({ name }) => name)).toEqual(['Small: Tiny', 'Large: Huge']);
  expect(offer.mode?.values[1]?.description).toBe('Writes files');
  expect(offer.commands).toEqual([{ name: 'web', description: 'Look up', hint: 'what' }]);
  expect(completions(offer, ['account'])).toMatchObject({
    mode: ['ask', 'code'],
    config: [{ id: 'fast', values: ['on', 'off'] }, { id: 'model' }, { id: 'm' }],
    login: ['account'],
    commands: offer.commands,
  });
});
