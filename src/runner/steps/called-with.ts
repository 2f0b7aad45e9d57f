import type { Interaction } from '../../contract/exchange/interaction.ts';

/** The argument that an action takes. */
export type CalledWith<A extends Interaction['action']> = Extract<Interaction, { action: A }>['calledWith'];
