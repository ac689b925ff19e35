/**
 * What the user can set in a session, whichever way the agent offers it: config options, or the older modes and
 * models that take their place where there are no options. Pure.
 */
import type { SessionConfigOption } from '../protocol/schema.gen';
import type { SessionState } from './state';

export interface SettingValue {
  readonly value: string;
  readonly name: string;
  readonly description?: string;
  /** Name of the group it is listed in. */
  readonly group?: string;
}

export interface Setting {
  /** The request that changes it. */
  readonly via: 'config' | 'mode' | 'model';
  readonly type: 'select' | 'boolean';
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly category?: string;
  /** One of `values`, unless the agent says otherwise. */
  readonly current: string;
  /** `on` and `off` for a boolean. */
  readonly values: readonly SettingValue[];
}

/** The config options, in the agent's order. */
export function configSettings({ configOptions }: SessionState): Setting[] {
  return configOptions.map(configSetting);
}

/** Modes are ignored where there are options. */
export function modeSetting(state: SessionState): Setting | undefined {
  const { configOptions, modes } = state;
  if (configOptions.length > 0) return ofCategory(state, 'mode');
  if (!modes) return undefined;
  const values = modes.availableModes.map(({ id, ...mode }) => ({ ...mode, value: id }));
  return oldSetting('mode', 'Mode', modes.currentModeId, values);
}

/** The old `models` are used where no option chooses the model. */
export function modelSetting(state: SessionState): Setting | undefined {
  const option = ofCategory(state, 'model');
  const { models } = state;
  if (option || !models) return option;
  const values = models.availableModels.map(({ modelId, ...model }) => ({
    ...model,
    value: modelId,
  }));
  return oldSetting('model', 'Model', models.currentModelId, values);
}

/** A setting that is no config option. */
function oldSetting(
  via: 'mode' | 'model',
  name: string,
  current: string,
  offered: readonly { value: string; name: string; description?: string | null }[],
): Setting {
  const values = offered.map(({ value, name, description }) => ({
    value,
    name,
    ...(description ? { description } : {}),
  }));
  return { via, type: 'select', id: via, name, current, values };
}

/** How much the agent thinks, where it lets the user choose. */
export function thoughtSetting(state: SessionState): Setting | undefined {
  return ofCategory(state, 'thought_level');
}

/** Name of the value that is set. */
export function currentName({ current, values }: Setting): string {
  return values.find(({ value }) => value === current)?.name ?? current;
}

/** What `given` means for a setting: a value, or its name when no value is spelled so. */
export function settingValue(
  setting: Setting,
  given: string | boolean,
): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: string } {
  const wanted = typeof given === 'boolean' ? (given ? 'on' : 'off') : given;
  const { values } = setting;
  const found =
    values.find(({ value }) => value === wanted) ?? values.find(({ name }) => name === wanted);
  if (found) return { ok: true, value: found.value };
  const expected = values.map(({ value }) => value).join(', ') || 'nothing: it has no values';
  return { ok: false, error: `${setting.id}: expected one of ${expected}, got "${wanted}"` };
}

/** A mode that the agent announces is also the value of the option for modes (docs/agents.md, 25). */
export function withMode(
  options: readonly SessionConfigOption[],
  modeId: string,
): readonly SessionConfigOption[] {
  const option = options.find((candidate) => isOf(candidate, 'mode'));
  if (option?.type !== 'select' || option.currentValue === modeId) return options;
  if (!configSetting(option).values.some(({ value }) => value === modeId)) return options;
  return options.map((other) => (other === option ? { ...option, currentValue: modeId } : other));
}

function ofCategory({ configOptions }: SessionState, category: string): Setting | undefined {
  const option = configOptions.find((one) => one.type === 'select' && isOf(one, category));
  return option && configSetting(option);
}

/** Without a category the id decides. */
function isOf(option: SessionConfigOption, category: string): boolean {
  return (option.category ?? option.id) === category;
}

function configSetting(option: SessionConfigOption): Setting {
  const { id, name, description, category } = option;
  const common = {
    via: 'config',
    id,
    name,
    ...(description ? { description } : {}),
    ...(category ? { category } : {}),
  } as const;
  if (option.type === 'boolean') {
    const values = ['on', 'off'].map((value) => ({ value, name: value }));
    return { ...common, type: 'boolean', current: option.currentValue ? 'on' : 'off', values };
  }
  return { ...common, type: 'select', current: option.currentValue, values: selectValues(option) };
}

function selectValues({
  options,
}: Extract<SessionConfigOption, { type: 'select' }>): SettingValue[] {
  return options.flatMap((item) =>
    'group' in item
      ? item.options.map((value) => selectValue(value, item.name || item.group))
      : [selectValue(item)],
  );
}

function selectValue(
  item: {
    readonly value: string;
    readonly name: string;
    readonly description?: string | null;
  },
  group?: string,
): SettingValue {
  const { value, name, description } = item;
  return { value, name, ...(description ? { description } : {}), ...(group ? { group } : {}) };
}
