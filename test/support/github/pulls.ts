import { type Handlers, page } from './resource.ts';

/** A pull request as GitHub stores it. */
export interface StoredPull {
  readonly number: number;
  state: 'open' | 'closed';
  head: {
    sha: string;
    readonly ref: string;
    /** `null`: the fork has been deleted. */
    readonly repo: { readonly full_name: string } | null;
  };
}

export interface Pulls {
  readonly stored: StoredPull[];
  readonly handlers: Handlers;
}

/** @param head what a pull request that nobody has added has as its head. */
export function createPulls(head: { readonly sha: string; readonly ref: string }): Pulls {
  const stored: StoredPull[] = [];
  const handlers: Handlers = {
    'pulls/get': ({ params }) => {
      const number = Number(params.pull_number);
      const found = stored.find((each) => each.number === number);
      const made = { number, state: 'open', head: { ...head, repo: { full_name: 'acme/shop' } } };
      return { status: 200, body: found ?? made };
    },
    'pulls/list-files': () => ({ status: 200, body: [{ filename: 'src/mugs.ts' }] }),
    'pulls/list': (call) => {
      const state = call.query.get('state') ?? 'open';
      const wanted = call.query.get('head') ?? '';
      const fitting = stored
        .filter((pull) => state === 'all' || pull.state === state)
        // A head without an owner filters nothing: so does GitHub.
        .filter((pull) => !wanted.includes(':') || wanted === headName(pull))
        .reverse();
      const { items, headers } = page(call, fitting);
      return { status: 200, body: items.map((pull) => ({ ...pull, id: pull.number })), headers };
    },
  };
  return { stored, handlers };
}

/** `owner:branch`. */
function headName({ head }: StoredPull): string {
  return `${head.repo?.full_name.split('/')[0] ?? 'unknown'}:${head.ref}`;
}
