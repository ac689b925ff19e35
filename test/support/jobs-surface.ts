/** An example of a surface: all that a new window needs, besides the table of what its keys do. */
import { line } from '../../src/view/line';
import type { SurfaceDefinition } from '../../src/view/surfaces/surface';

export interface Job {
  readonly id: string;
  readonly name: string;
  readonly output: readonly string[];
}

export const jobsSurface: SurfaceDefinition<readonly Job[], Job> = {
  kind: 'jobs',
  heading: 'Jobs',
  place: { kind: 'center', zindex: 60, minWidth: 30 },
  keys: [
    { action: 'jobs_stop', lhs: 'd', label: 'stop the job', modes: ['n', 'x'] },
    { action: 'jobs_yes', lhs: 'y', label: 'agree', guarded: true },
    { action: 'jobs_close', lhs: 'q', label: 'close the jobs', closes: true },
  ],
  content: (jobs) => ({
    title: `Jobs ${jobs.length}`,
    blocks: jobs.map((job) => ({
      id: job.id,
      lines: [line([job.name], 'AcpPath'), ...job.output.map((text) => line([`  ${text}`]))],
      fold: { from: 0, to: job.output.length },
      item: job,
    })),
  }),
  hints: (_, job) => (job ? [['jobs_stop', `stop ${job.name}`]] : []),
};
