import { testSamples } from './judge-samples.ts';
import { eighthPrompts, ninthPrompts } from './later-prompts.ts';
import { livePrompts } from './prompts.ts';

testSamples([
  { title: 'sixth', prompts: livePrompts, minShare: 0.9 },
  { title: 'eighth', prompts: eighthPrompts, minShare: 0.75 },
  { title: 'ninth', prompts: ninthPrompts, minShare: 0.75 },
]);
