import type { CommentRequest } from '../../src/publish/comment/comment.ts';
import {
  isNewer,
  isSameRun,
  type RunIdentity,
  readMarker,
} from '../../src/publish/comment/comment-marker.ts';

/** How a run writes a comment that it has for itself: the given body, unless a newer run's stands there. */
export function wholeComment(
  key: string,
  run: RunIdentity,
  body: string,
): Pick<CommentRequest, 'merge' | 'holds'> {
  return {
    merge: (earlier) => {
      const there = earlier === undefined ? undefined : readMarker(earlier, key);
      if (there !== undefined && isNewer(there, run)) return { kind: 'newer-there' };
      return { kind: 'write', body, contended: there?.running === true && !isSameRun(there, run) };
    },
    holds: (there) => {
      const marker = readMarker(there, key);
      return marker !== undefined && !isNewer(run, marker);
    },
  };
}
