import type { ExchangeElement, ExchangeTestCase } from '../src/contract/exchange/exchange-test-case.ts';
import { aCase } from '../test/support/cases.ts';
import { by, clicks, containsText, css, entersText, sees } from '../test/support/steps.ts';

/** The customer who signs in to the shop. */
export const customer = { email: 'ann@shop.example', password: 'correct horse' };

/** The step timeout, in ms, far above what any step in the shop takes. */
export const timeoutPerStepMs = 10_000;

const button = (name: string) => by('ROLE', 'button', { name });
const heading = (name: string) => by('ROLE', 'heading', { name });

const login = aCase({
  description: 'A customer signs in',
  type: 'LOGIN',
  runStatus: 'OFF',
  entryPointUrlPath: '/login',
  elements: [
    entersText(customer.email, by('LABEL', 'E-mail')),
    entersText(customer.password, by('LABEL', 'Password')),
    clicks(button('Sign in')),
    sees(by('TEXT', `Signed in as ${customer.email}`)),
  ],
});

interface Kind {
  readonly name: string;
  readonly path: string;
  readonly elements: readonly ExchangeElement[];
  readonly signedIn: boolean;
}

/** `players/script.ts` and `hand-written.ts` have the same steps in the same order: change all three. */
const kinds: readonly Kind[] = [
  {
    name: 'The account is open',
    path: '/account',
    elements: [sees(heading('Your account')), containsText(`Signed in as ${customer.email}`, css('p'))],
    signedIn: true,
  },
  {
    name: 'A customer buys a mug',
    path: '/',
    elements: [
      clicks(button('Add Blue mug')),
      containsText('Total: €9', by('TEST_ID', 'total')),
      clicks(button('Pay')),
      sees(heading('Thank you')),
    ],
    signedIn: true,
  },
  {
    name: 'The cart adds up',
    path: '/',
    elements: [
      clicks(button('Add Desk lamp')),
      containsText('Desk lamp', by('TEST_ID', 'cart')),
      containsText('Total: €35', by('TEST_ID', 'total')),
    ],
    signedIn: true,
  },
  {
    name: 'The shop shows its prices',
    path: '/',
    elements: [
      sees(heading('Products')),
      containsText('€35', by('ROLE', 'listitem'), by('FILTER', '', { hasText: 'Desk lamp' })),
    ],
    signedIn: false,
  },
];

/** The number of kinds of cases. */
export const kindCount = kinds.length;

/** Cases for the shop, in equal numbers of each kind. */
export interface BenchCases {
  readonly cases: readonly ExchangeTestCase[];
  /** The login, on which three of four cases depend. */
  readonly login: ExchangeTestCase;
}

/** @param count how many cases. */
export function benchCases(count: number): BenchCases {
  const cases = Array.from({ length: count }, (_, index) => {
    const kind = kindOf(index);
    return aCase({
      description: `${kind.name} ${index}`,
      entryPointUrlPath: kind.path,
      elements: [...kind.elements],
      ...(kind.signedIn ? { dependencyId: login.id } : {}),
    });
  });
  return { cases, login };
}

function kindOf(index: number): Kind {
  const kind = kinds[index % kinds.length];
  if (kind === undefined) throw new Error('there are kinds of cases');
  return kind;
}
