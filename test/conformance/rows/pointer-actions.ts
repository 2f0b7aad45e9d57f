import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { css } from '../../support/steps.ts';
import { acts, type Row, reporting, reports } from './row.ts';

type CalledWith<A extends Interaction['action']> = Extract<Interaction, { action: A }>['calledWith'];

const button = css('button');
const absent = css('#absent');

function clicking(calledWith: CalledWith<'CLICK'>) {
  return (selector = button) => acts({ action: 'CLICK', calledWith }, selector);
}

const nothing = acts({ action: 'CLICK' }, button);
const withNull = clicking(null);
const left = clicking({ button: 'left' });
const right = clicking({ button: 'right' });
const middle = clicking({ button: 'middle' });
const double = clicking({ double: true });
const single = clicking({ double: false });
const force = clicking({ force: true });
const noForce = clicking({ force: false });

const cover = '<div class="cover" style="position:fixed;inset:0" onclick="report(`cover`)"></div>';

const clicks: readonly Row[] = [
  {
    of: 'CLICK',
    name: 'without an argument',
    html: `${reporting}<button onclick="report(event.button + ' ' + event.detail)">Go</button>`,
    pass: [nothing, reports('0 1')],
    fail: [acts({ action: 'CLICK' }, absent)],
    message: /^TimeoutError: locator\.click: Timeout \d+ms exceeded\.\nCall log:[\s\S]*locator\('#absent'\)/m,
  },
  {
    of: 'CLICK',
    name: 'with null',
    html: `${reporting}<button onclick="report('clicked')">Go</button><button class="two" disabled>Go</button>`,
    pass: [withNull(css('button:not(.two)')), reports('clicked')],
    fail: [withNull(css('.two'))],
    message: /^TimeoutError: locator\.click: [\s\S]*element is not enabled/m,
  },
  {
    of: 'CLICK',
    name: 'of more than one element',
    html: `${reporting}<button onclick="report('clicked')">Go</button><i>a</i><i>b</i>`,
    pass: [nothing, reports('clicked')],
    fail: [acts({ action: 'CLICK' }, css('i'))],
    message: /strict mode violation: [\s\S]*resolved to 2 elements/,
  },
  {
    of: 'CLICK',
    name: 'with the left button',
    html: `${reporting}<button onclick="report('left')">Go</button><p><i>a</i>${cover.replace('fixed', 'relative;margin-top:-40px;height:60px')}</p>`,
    pass: [left(), reports('left')],
    fail: [left(css('i'))],
    message: /<div class="cover"[\s\S]*intercepts pointer events/,
  },
  {
    of: 'CLICK',
    name: 'with the right button',
    html: `${reporting}<button oncontextmenu="report('menu ' + event.button)">Go</button>`,
    pass: [right(), reports('menu 2')],
    fail: [right(absent)],
    message: /^TimeoutError: locator\.click: Timeout/m,
  },
  {
    of: 'CLICK',
    name: 'with the middle button',
    html: `${reporting}<button onauxclick="report('middle ' + event.button)">Go</button>`,
    pass: [middle(), reports('middle 1')],
    fail: [middle(absent)],
    message: /^TimeoutError: locator\.click: Timeout/m,
  },
  {
    of: 'CLICK',
    name: 'twice',
    html: `${reporting}<button ondblclick="report('twice')">Go</button>`,
    pass: [double(), reports('twice')],
    fail: [double(absent)],
    message: /^TimeoutError: locator\.dblclick: Timeout/m,
    exceptIn: { FIREFOX: 'over WebDriver BiDi the driver sends two single clicks' },
  },
  {
    of: 'CLICK',
    name: 'not twice',
    html: `${reporting}<button onclick="report(event.detail)" ondblclick="report('twice')">Go</button>`,
    pass: [single(), reports('1')],
    fail: [single(absent)],
    message: /^TimeoutError: locator\.click: Timeout/m,
  },
  {
    of: 'CLICK',
    name: 'by force, where something is in the way',
    html: `${reporting}<button>Go</button>${cover}`,
    pass: [force(), reports('cover')],
    fail: [force(absent)],
    message: /^TimeoutError: locator\.click: Timeout/m,
  },
  {
    of: 'CLICK',
    name: 'not by force',
    html: `${reporting}<button onclick="report('clicked'); box.hidden = false">Go</button><div id="box" hidden>${cover}</div>`,
    pass: [noForce(), reports('clicked')],
    fail: [noForce(), noForce()],
    message: /<div class="cover"[\s\S]*intercepts pointer events/,
  },
];

const hovers: readonly Row[] = [
  ['without an argument', acts({ action: 'HOVER' }, css('p')), acts({ action: 'HOVER' }, absent)] as const,
  [
    'with null',
    acts({ action: 'HOVER', calledWith: null }, css('p')),
    acts({ action: 'HOVER', calledWith: null }, absent),
  ] as const,
].map(([name, over, failing]) => ({
  of: 'HOVER',
  name,
  html: `${reporting}<p onmouseenter="report('over')">Hover</p>`,
  pass: [over, reports('over')],
  fail: [failing],
  message: /^TimeoutError: locator\.hover: Timeout/m,
}));

function dragging(options?: CalledWith<'DRAG_AND_DROP'>['options'], target = '#target') {
  const calledWith = { selectors: [css(target)], ...(options === undefined ? {} : { options }) };
  return acts({ action: 'DRAG_AND_DROP', calledWith }, css('#source'));
}

const boxes = `${reporting}<style>#source, #target { width: 100px; height: 60px; margin: 10px; user-select: none }</style>`;

const noOwnDragging = {
  FIREFOX: 'over WebDriver BiDi a drag begins, and is never dropped',
};

/** The browser's native drag and drop; reports the position of the drop, in pixels from the target's corner. */
const native = `${boxes}<div id="source" draggable="true">Drag</div>
  <div id="target" ondragover="event.preventDefault()"
    ondrop="event.preventDefault(); report(event.offsetX + ' ' + event.offsetY)">Drop</div>`;

/** Follows the mouse, as libraries do that know nothing of the browser's own dragging; few moves are not enough. */
const followed = `${boxes}<div id="source">Drag</div><div id="target">Drop</div><script>
  let moves = -1;
  source.onmousedown = () => { moves = 0; };
  document.onmousemove = () => { if (moves >= 0) moves += 1; };
  document.onmouseup = (event) => {
    if (moves > 10 && event.target === target) report(event.offsetX + ' ' + event.offsetY);
  };
</script>`;

const place = { targetPosition: { x: 7, y: 9 }, angularWorkaround: false };
const byMouse = { angularWorkaround: true };

const drags: readonly Row[] = [
  {
    of: 'DRAG_AND_DROP',
    name: 'on the middle of the target',
    html: native,
    pass: [dragging(), reports('50 30')],
    fail: [dragging(undefined, '#absent')],
    message: /^TimeoutError: locator\.dragTo: Timeout [\s\S]*locator\('#absent'\)/m,
    exceptIn: noOwnDragging,
  },
  {
    of: 'DRAG_AND_DROP',
    name: 'on a place of the target',
    html: native,
    pass: [dragging(place), reports('7 9')],
    fail: [dragging(place, '#absent')],
    message: /^TimeoutError: locator\.dragTo: Timeout/m,
    exceptIn: noOwnDragging,
  },
  {
    of: 'DRAG_AND_DROP',
    name: 'with a mouse that moves in steps',
    html: followed,
    pass: [dragging(byMouse), reports('50 30')],
    fail: [dragging(byMouse, '#absent')],
    message: /^TimeoutError: locator\.scrollIntoViewIfNeeded: Timeout [\s\S]*locator\('#absent'\)/m,
  },
  {
    of: 'DRAG_AND_DROP',
    name: 'on a place, with a mouse that moves in steps',
    html: followed,
    pass: [dragging({ ...place, ...byMouse }), reports('7 9')],
    fail: [dragging({ ...place, ...byMouse }, '#absent')],
    message: /^TimeoutError: locator\.scrollIntoViewIfNeeded: Timeout/m,
  },
  {
    of: 'DRAG_AND_DROP',
    name: 'of the browser, with a mouse that moves in steps',
    html: native,
    pass: [dragging(byMouse), reports('50 30')],
    fail: [dragging(byMouse, '#absent')],
    message: /^TimeoutError: locator\.scrollIntoViewIfNeeded: Timeout/m,
    exceptIn: noOwnDragging,
  },
];

/** A page with smooth scrolling that reports its position. */
const wide = `${reporting}<style>
    html, #box { scroll-behavior: smooth } body { margin: 0 } output { position: fixed; top: 200px }
    #wide { width: 3000px; height: 1px } #far { margin-top: 3000px; width: 50px }
    #box { width: 100px; height: 100px; overflow: auto } #box > div { width: 900px; height: 900px }
  </style><div id="box"><div></div></div><div id="wide"></div><div id="far">Far</div><script>
    const bottom = () => Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
    document.onscroll = () => report(scrollX + ' ' + (bottom() ? 'end' : scrollY));
    box.onscroll = () => report(box.scrollLeft + ' ' + box.scrollTop);
  </script>`;

function scrolling(calledWith: CalledWith<'SCROLL'>, selector?: string) {
  return acts({ action: 'SCROLL', calledWith }, ...(selector === undefined ? [] : [css(selector)]));
}

/** Nothing keeps a page from being scrolled: it fails where it does not get there. */
const pageScrolls: readonly Row[] = (
  [
    ['the page to its end', acts({ action: 'SCROLL' }), '0 end'],
    ['the page to its end, with null', scrolling(null), '0 end'],
    ['the page down', scrolling({ y: 120 }), '0 120'],
    ['the page to the right', scrolling({ x: 50 }), '50 0'],
    ['the page to a place', scrolling({ x: 50, y: 120 }), '50 120'],
  ] as const
).map(([name, step, there]) => ({
  of: 'SCROLL',
  name,
  html: wide,
  pass: [step, reports(there)],
  fail: [step, reports('0 1')],
  message: new RegExp(
    `^Error: expect\\(locator\\)[sS]*Received string: +"${there}"|Received string: +"${there}"`,
  ),
}));

const elementScrolls: readonly Row[] = [
  {
    of: 'SCROLL',
    name: 'an element to a place',
    html: wide,
    pass: [scrolling({ x: 10, y: 40 }, '#box'), reports('10 40')],
    fail: [scrolling({ x: 10, y: 40 }, '#absent')],
    message: /^TimeoutError: locator\.evaluate: Timeout/m,
  },
  {
    of: 'SCROLL',
    name: 'an element into view',
    html: wide,
    pass: [scrolling(null, '#far'), reports('0 end')],
    fail: [scrolling(null, '#absent')],
    message: /^TimeoutError: locator\.scrollIntoViewIfNeeded: Timeout/m,
  },
];

/** What the mouse does. */
export const pointerActions: readonly Row[] = [
  ...clicks,
  ...hovers,
  ...drags,
  ...pageScrolls,
  ...elementScrolls,
];
