import { agentThat } from './agent';
import { type BridgeClient, type ServerCommand, startBridge } from './bridge';
import { type Nvim, type NvimOptions, startNvim } from './nvim';

export interface BridgedEditor extends AsyncDisposable {
  readonly nvim: Nvim;
  readonly client: BridgeClient['client'];
}

export interface BridgedOptions extends Omit<NvimOptions, 'config'> {
  /** Options of the plugin. */
  readonly setup?: Readonly<Record<string, unknown>>;
  /** Lua that runs in the user's init file. */
  readonly lua?: string;
}

/** A Neovim with an open chat, and the editor's tools and resources as its agent reaches them, over the real bridge. */
export async function bridgedEditor({
  setup = {},
  lua = '',
  ...options
}: BridgedOptions = {}): Promise<BridgedEditor> {
  const agent = agentThat();
  const nvim = await startNvim({ ...options, config: `${agent.setup(setup)}\n${lua}` });
  await nvim.lua(`require('acp').open()`);
  const { params } = await agent.called('session/new');
  const server = (params.mcpServers as readonly (ServerCommand & { name: string })[]).find(
    ({ name }) => name === 'neovim',
  );
  if (!server) throw new Error('the agent was not given the editor');
  const bridge = await startBridge(server, { mark: { ACP_TEST_MARK: nvim.mark } });
  return {
    nvim,
    client: bridge.client,
    [Symbol.asyncDispose]: async () => {
      await bridge[Symbol.asyncDispose]();
      await nvim[Symbol.asyncDispose]();
    },
  };
}
