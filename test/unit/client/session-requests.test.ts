import { describe, expect, it } from 'vitest';
import { agentSession } from '../../../src/client/session-requests';
import type { AgentCapabilities } from '../../../src/protocol/schema.gen';
import { wire } from '../../support/wire';

function link(capabilities: AgentCapabilities = {}) {
  const w = wire();
  let closed = 0;
  const session = agentSession({
    connection: w.connection,
    sessionId: 's',
    name: 'fake',
    capabilities,
    log: w.log,
    steers: false,
    onClose: () => closed++,
  });
  /** Answers the request that is on the wire. */
  const answer = async (method: string, said: object): Promise<unknown> => {
    const { id, params } = await w.sentMethod(method);
    w.say({ jsonrpc: '2.0', id, ...said });
    return params;
  };
  return { w, session, answer, closed: () => closed };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const text = { type: 'text', text: 'go' } as const;
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;

describe('a session asks its agent', () => {
  it('to answer a prompt, in the kinds of content that it takes', async () => {
    const { session, answer } = link({ promptCapabilities: { image: true } });
    const prompt = session.prompt([text, image]);
    expect(await answer('session/prompt', { result: { stopReason: 'end_turn' } })).toEqual({
      sessionId: 's',
      prompt: [text, image],
    });
    expect(await prompt).toEqual({ stopReason: 'end_turn' });
    await expect(link().session.prompt([image])).rejects.toThrow('fake takes no images');
  });

  it('for another mode, and another model', async () => {
    const { session, answer } = link();
    const mode = session.setMode('plan');
    expect(await answer('session/set_mode', { result: {} })).toEqual({
      sessionId: 's',
      modeId: 'plan',
    });
    await mode;
    const model = session.setModel('large');
    expect(await answer('session/set_model', { result: {} })).toEqual({
      sessionId: 's',
      modelId: 'large',
    });
    await model;
  });

  it('for a model in vain, with a message where the agent does not know the request', async () => {
    const unknown = link();
    const switching = unknown.session.setModel('large');
    await unknown.answer('session/set_model', { error: { code: -32601, message: 'no method' } });
    await expect(switching).rejects.toThrow(
      new Error('fake lists models but cannot switch between them'),
    );
    const refused = link();
    const other = refused.session.setModel('large');
    await refused.answer('session/set_model', { error: { code: -32602, message: 'no model' } });
    await expect(other).rejects.toMatchObject({ code: -32602, message: 'no model' });
  });

  it.each([
    ['large', { sessionId: 's', configId: 'size', value: 'large' }],
    [true, { sessionId: 's', configId: 'size', type: 'boolean', value: true }],
    [false, { sessionId: 's', configId: 'size', type: 'boolean', value: false }],
  ])('for the value %j of an option, and gets all options', async (value, params) => {
    const { session, answer } = link();
    const setting = session.setConfig('size', value);
    const options = [{ id: 'size', name: 'Size', type: 'boolean', currentValue: true }];
    expect(
      await answer('session/set_config_option', { result: { configOptions: options } }),
    ).toEqual(params);
    expect(await setting).toMatchObject(options);
  });

  it('to end a turn, after what was said before', async () => {
    const { w, session } = link();
    session.cancel();
    expect(w.sent).toEqual([]);
    w.connection.notify('session/cancel', { sessionId: 'first' });
    await w.sentMethod('session/cancel');
    await turn();
    await turn();
    expect(w.sent.map(({ params }) => params)).toEqual([
      { sessionId: 'first' },
      { sessionId: 's' },
    ]);
  });
});

describe('a session that is closed', () => {
  it('says so to an agent that wants to know, after its last words', async () => {
    const { w, session, answer, closed } = link({ sessionCapabilities: { close: {} } });
    session.cancel();
    session.close();
    expect(closed()).toBe(1);
    expect(await answer('session/close', { error: { code: -32603, message: 'what?' } })).toEqual({
      sessionId: 's',
    });
    expect(w.sent.map(({ method }) => method)).toEqual(['session/cancel', 'session/close']);
    await turn();
    await turn();
    expect(w.log.of('debug').join()).toContain('session/close');
    expect(w.log.of('warn', 'error')).toEqual([]);
  });

  it('says nothing to one that does not', async () => {
    const { w, session, closed } = link({ sessionCapabilities: {} });
    session.close();
    await turn();
    await turn();
    expect(closed()).toBe(1);
    expect(w.sent).toEqual([]);
    link().session.close();
  });
});
