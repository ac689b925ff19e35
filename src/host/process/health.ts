/** A program of its own for `:checkhealth acp`: the options on stdin, lines about agents on stdout. */
import { readFileSync } from 'node:fs';
import { surveyAgents } from '../../agents/survey';
import type { HostConfig } from '../lua-door/host-config';

const STDIN = 0;

const { agent, agents } = JSON.parse(readFileSync(STDIN, 'utf8')) as Pick<
  HostConfig,
  'agent' | 'agents'
>;
process.stdout.write(JSON.stringify(surveyAgents(agents, agent)));
