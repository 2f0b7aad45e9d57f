import { blindPrompts } from './blind-prompts.ts';
import { testSamples } from './judge-samples.ts';

testSamples([{ title: 'twenty-fifth', prompts: blindPrompts, minShare: 0.85 }]);
