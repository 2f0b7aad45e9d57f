import { expect, it } from 'vitest';
import { deadlineSignal } from '../../src/github/deadline.ts';
import { connectGitHub } from '../../src/github/github.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';

const inTime = () => deadlineSignal(new AbortController().signal, 60_000);
const sha = 'a'.repeat(40);

function connect(github: GitHubServer) {
  return connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' }).pullRequests;
}

function addPull(github: GitHubServer, number: number, ref: string) {
  const head = { sha, ref, repo: { full_name: 'acme/shop' } };
  github.pulls.push({ number, state: 'open', head });
}

it('the head of a pull request has its commit and its branch', async () => {
  await using github = await startGitHub({ head: { sha, ref: 'feature' } });
  expect(await connect(github).pullRequestHead(7, inTime())).toMatchObject({ sha, ref: 'feature' });
});

it('open pull requests are listed page by page, those of one branch alone if asked', async () => {
  await using github = await startGitHub();
  for (let number = 1; number <= 150; number += 1) addPull(github, number, number === 140 ? 'one' : 'other');
  const pages = async (head: string | undefined) => {
    const counts: number[] = [];
    for await (const page of connect(github).openPulls(head, inTime())) counts.push(page.length);
    return counts;
  };
  expect(await pages(undefined)).toEqual([100, 50]);
  expect(await pages('acme:one')).toEqual([1]);
});
