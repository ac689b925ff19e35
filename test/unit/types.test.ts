/** What `acp-host.nvim/types` says, and that the plugin keeps to it. */
import type {
  DynamicToolCall,
  KnownToolCall,
  KnownToolName,
  ToolApproval,
  ToolCall,
  ToolCallEvent,
  ToolInput,
  ToolKind,
  ToolOutput,
  ToolState,
  ToolStatus,
} from 'acp-host.nvim/types';
import { expect, expectTypeOf, it } from 'vitest';
import { isKnownTool, KNOWN_TOOLS } from '../../src/model/known-tools';
import type { ToolState as State } from '../../src/model/tool-life';
import type { ApprovalSnapshot, ToolCallSnapshot } from '../../src/model/tool-snapshot';
import type { UserEvents } from '../../src/model/user-events';
import type { ToolKind as Kind, ToolCallStatus } from '../../src/protocol/schema.gen';

declare module 'acp-host.nvim/types' {
  interface ToolDefinitions {
    weather: { input: { city: string }; output: { degrees: number } };
    /** Nothing is said of its output. */
    clock: { input: { zone?: string } };
  }
}

/** Whether it is `dynamic` is only known of a certain call; what is absent in Lua is undefined here. */
type Said<Call> = {
  [K in Exclude<keyof Call, 'dynamic'>]-?: Exclude<Call[K], undefined>;
};

/** The tools that have a definition without the augmentation above. */
type OwnName = Exclude<KnownToolName, 'weather' | 'clock'>;

it('every tool that the plugin calls known has a definition, and the other way round', () => {
  expectTypeOf<(typeof KNOWN_TOOLS)[number]>().toEqualTypeOf<OwnName>();
  expect(KNOWN_TOOLS.every((name) => isKnownTool(name))).toBe(true);
});

it('others add their tools by augmentation', () => {
  expectTypeOf<'weather'>().toExtend<KnownToolName>();
  expectTypeOf<ToolInput<'weather'>>().toEqualTypeOf<{ city: string }>();
  expectTypeOf<ToolOutput<'weather'>>().toEqualTypeOf<{ degrees: number }>();
  expectTypeOf<ToolOutput<'clock'>>().toEqualTypeOf<unknown>();
  expectTypeOf<KnownToolCall<'weather'>['input']>().toEqualTypeOf<{ city: string } | undefined>();
});

it('a call is one of a known tool or a dynamic one, told apart by one field', () => {
  const describe = (call: ToolCall): string => {
    if (call.dynamic) {
      expectTypeOf(call).toEqualTypeOf<DynamicToolCall>();
      expectTypeOf(call.input).toBeUnknown();
      expectTypeOf(call.name).toEqualTypeOf<string | undefined>();
      return 'dynamic';
    }
    expectTypeOf(call.name).toEqualTypeOf<KnownToolName>();
    if (call.name === 'weather')
      expectTypeOf(call.output?.degrees).toEqualTypeOf<number | undefined>();
    if (call.name === 'Bash') expectTypeOf(call.input?.command).toEqualTypeOf<string | undefined>();
    return call.name;
  };
  const common = {
    toolCallId: 't',
    title: 'T',
    kind: 'other',
    status: 'pending',
    state: 'running',
    executor: 'agent',
    content: [],
    locations: [],
  } as const;
  expect(describe({ ...common, dynamic: true, input: 1 })).toBe('dynamic');
  expect(describe({ ...common, dynamic: false, name: 'weather', input: { city: 'Bonn' } })).toBe(
    'weather',
  );
  // @ts-expect-error: a known tool takes what its definition says
  describe({ ...common, dynamic: false, name: 'weather', input: { town: 'Bonn' } });
  // @ts-expect-error: nothing is known of such a tool
  describe({ ...common, dynamic: false, name: 'unheard-of' });
});

it('what the plugin gives listeners is what the types say', () => {
  expectTypeOf<State>().toEqualTypeOf<ToolState>();
  expectTypeOf<Kind>().toEqualTypeOf<ToolKind>();
  expectTypeOf<ToolCallStatus>().toEqualTypeOf<ToolStatus>();
  expectTypeOf<keyof ToolCallSnapshot>().toEqualTypeOf<keyof DynamicToolCall>();
  expectTypeOf<Said<ToolCallSnapshot>>().toExtend<Said<DynamicToolCall>>();
  expectTypeOf<keyof UserEvents['AcpToolCall']>().toEqualTypeOf<
    keyof (ToolCallEvent & { dynamic: true })
  >();
  expectTypeOf<keyof ApprovalSnapshot>().toEqualTypeOf<keyof ToolApproval>();
  expectTypeOf<Said<ApprovalSnapshot>>().toEqualTypeOf<Said<ToolApproval>>();
  expectTypeOf<ToolCallSnapshot['executor']>().toEqualTypeOf<DynamicToolCall['executor']>();
});
