import { expect, test } from 'vitest';
import { reportOnce } from '../../../src/host/chat/report-once';

test('each problem is reported once, however often it is found', () => {
  const told: string[] = [];
  const report = reportOnce((problem) => told.push(problem));
  report(['one', 'two', 'one']);
  report(['two', 'three']);
  expect(told).toEqual(['one', 'two', 'three']);
});
