import { basename } from 'node:path';
import { cut, joinFilled } from '../../common/text.ts';
import type { AttemptResult, CaseResult, EvidenceFile, RunResults } from '../../results/run-results.ts';
import { cutStart, reportPageUrl } from '../links.ts';
import { codeLink, link, maxLineCharacters } from './markdown.ts';

/**
 * Links to the evidence of an attempt: its test case in the report page, and its files. A file that the service keeps is
 * linked; one of the job is in the artifact, which is linked instead. Without an artifact nobody can get at it, so it is not
 * named. The report page shows the screenshot.
 * @param brief without the names of files, which are long ids: the report in the artifact shows which file it is.
 */
export function evidenceLinks(
  { trace, screenshot }: AttemptResult,
  { result, run, brief }: { result: CaseResult; run: RunResults; brief: boolean },
): string[] {
  const page = link('Report', reportPageUrl(run, result));
  const isShown = page !== undefined && screenshot !== undefined && 'path' in screenshot;
  return [
    ...(page === undefined ? [] : [page]),
    ...fileLink('Trace', trace, run.artifact, brief),
    ...(isShown ? [] : fileLink('Screenshot', screenshot, run.artifact, brief)),
  ];
}

function fileLink(
  words: string,
  file: EvidenceFile | undefined,
  artifact: RunResults['artifact'],
  brief: boolean,
): string[] {
  if (file === undefined) return [];
  if ('url' in file) return [link(words, file.url) ?? ''];
  if (artifact === null) return [];
  const linked = brief ? link(words, artifact.url) : undefined;
  return [linked ?? `${words} ${codeLink(cutStart(basename(file.path)), artifact.url)}`];
}

/** Links the report page, the failures for coding agents and the files of a run. Empty without any of them. */
export function evidenceLine(run: RunResults): string {
  const page = link('Open the report', run.reportPage?.url);
  const failures = link('Failures for coding agents', run.failuresFile?.url);
  return joinFilled([page === undefined ? '' : `**${page}**`, failures, filesLine(run)], ' · ');
}

function filesLine({ results, artifact, reportPage }: RunResults): string {
  const attempts = results.flatMap((result) => [result, ...result.earlierAttempts]);
  const files = attempts.flatMap(({ trace, screenshot }) => [trace, screenshot]);
  const hasFiles = files.some((file) => file !== undefined && 'path' in file);
  if (artifact !== null) {
    const what = hasFiles ? 'Traces, screenshots and all results' : 'All results';
    return `${what} are in the artifact ${codeLink(cut(artifact.name, maxLineCharacters), artifact.url)}.`;
  }
  if (!hasFiles) return '';
  const what = reportPage === undefined ? 'Traces and screenshots' : 'Traces';
  return `${what} are deleted when the job ends. Set \`artifact\` to keep them.`;
}
