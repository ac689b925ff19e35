import { describe, expect, it } from 'vitest';
import { jobCommand, jobEnvironment } from '../../../src/agents/environment';

describe('the environment of a program in a terminal of the editor', () => {
  it('has an empty text for each address of the editor on Windows, unless the user gives one', () => {
    expect(jobEnvironment(undefined, 'win32')).toEqual({ NVIM: '', NVIM_LISTEN_ADDRESS: '' });
    expect(jobEnvironment({ A: '1', NVIM: 'mine' }, 'win32')).toEqual({
      A: '1',
      NVIM: 'mine',
      NVIM_LISTEN_ADDRESS: '',
    });
    expect(jobEnvironment({ nvim: 'mine', Nvim_Listen_Address: 'too' }, 'win32')).toEqual({
      nvim: 'mine',
      Nvim_Listen_Address: 'too',
    });
  });

  it('is left to the shell that starts it elsewhere', () => {
    for (const platform of ['linux', 'darwin'] as const) {
      expect(jobEnvironment(undefined, platform)).toEqual({});
      expect(jobEnvironment({ A: '1', nvim: 'x' }, platform)).toEqual({ A: '1', nvim: 'x' });
    }
  });
});

describe('how a program in a terminal of the editor is started', () => {
  it('is without the addresses that the editor sets for its jobs', () => {
    expect(jobCommand(['npm', 'i'], {}, 'linux')).toEqual([
      '/bin/sh',
      '-c',
      'unset NVIM NVIM_LISTEN_ADDRESS; exec "$@"',
      'sh',
      'npm',
      'i',
    ]);
    expect(jobCommand(['npm'], { NVIM: '/a b' }, 'linux').slice(4)).toEqual([
      'env',
      'NVIM=/a b',
      'npm',
    ]);
    const both = { NVIM_LISTEN_ADDRESS: '/b', NVIM: '/a', PATH: '/bin' };
    expect(jobCommand(['npm'], both, 'linux').slice(4)).toEqual([
      'env',
      'NVIM=/a',
      'NVIM_LISTEN_ADDRESS=/b',
      'npm',
    ]);
  });

  it('is as it is on Windows, where no shell is sure to be there', () => {
    expect(jobCommand(['npm'], { NVIM: 'x' }, 'win32')).toEqual(['npm']);
  });
});
