/** Pages of many patterns, by their paths. Their ids and classes are such as libraries generate. */
export const recordedPages: Readonly<Record<string, string>> = {
  '/form': `<title>Sign up</title><h1>Sign up</h1>
    <form onsubmit="event.preventDefault(); document.querySelector('output').textContent = 'Welcome, ' + this.full.value + ' (' + this.pass.value.length + ')'">
      <label for=":r1:">Full name</label><input id=":r1:" name=full>
      <input id="input-4711" class="css-1q2w3e" placeholder="Email" type=email>
      <label>Password <input type=password name=pass></label>
      <label for=country>Country</label>
      <select id=country><option value=17>Germany<option value=18>France<option value=19>Spain</select>
      <fieldset><legend>Plan</legend><label><input type=radio name=plan value=a> Free</label><label><input type=radio name=plan value=b> Team</label></fieldset>
      <label><input type=checkbox> I agree to the terms</label>
      <label>Birthday <input type=date></label>
      <label>Seats <input type=range min=0 max=10 value=0></label>
      <label>Notes <textarea></textarea></label>
      <button>Create account</button><button type=button disabled>Delete account</button>
    </form><output></output>`,
  '/menu': `<title>Menu</title>
    <style>.icon::before { content: '\\f0c9' } nav ul ul { display: none } nav li:hover > ul { display: block } .panel { display: none } .open + .panel { display: block }</style>
    <nav><ul><li><a href="#">Products</a><ul><li><a href="#mugs" onclick="say('Mugs')">Mugs</a></li><li><a href="#" onclick="say('Plates')">Plates</a></li></ul></li></ul></nav>
    <button id="radix-:r7:" onpointerdown="this.setAttribute('aria-expanded', 'true'); list.hidden = false">File</button>
    <div role=menu id=list hidden><div role=menuitem class="sc-bdVaJa" onclick="say('New'); list.hidden = true"><span>New file</span></div><div role=menuitem onclick="say('Copy'); list.hidden = true"><span>Copy</span></div></div>
    <div id=help onmouseenter="if (!this.querySelector('p')) { const tip = document.createElement('p'); tip.innerHTML = '<button onclick=\\'say(\\u0022Tip\\u0022)\\'>More help</button>'; this.append(tip) }">Help</div>
    <a href="#" class=icon onclick="say('Home')"> Start</a><button class="icon toggle" onclick="say('Toggled')"></button>
    <button oncontextmenu="event.preventDefault(); say('Context')" ondblclick="say('Double')">Row</button>
    <p role=status></p><script>const say = (text) => document.querySelector('[role=status]').textContent = text</script>`,
  '/dialogs': `<title>Dialogs</title>
    <button onclick="say(confirm('Delete order 7?') ? 'Deleted' : 'Kept')">Delete</button>
    <button onclick="say('Hello ' + prompt('Your name?', 'nobody'))">Greet</button>
    <button onclick="alert('Saved'); say('Saved it')">Save</button>
    <button onclick="modal.showModal()">Settings</button>
    <dialog id=modal><h2>Settings</h2><label>Theme <select><option>Light<option>Dark</select></label><button onclick="modal.close(); say('Closed')">Close</button></dialog>
    <p role=status></p><script>const say = (text) => document.querySelector('[role=status]').textContent = text</script>`,
  '/frames': `<title>Frames</title><h1>Checkout</h1>
    <iframe id="frame-9381" name=card src="/frames/card" width=500 height=200></iframe><iframe title="Newsletter" src="/frames/outer" width=500 height=300></iframe>`,
  '/frames/card': `<label>Card number <input></label><button onclick="document.querySelector('p').textContent = 'Paid with ' + document.querySelector('input').value">Pay</button><p></p>`,
  '/frames/outer': `<iframe src="/frames/inner" width=400 height=200></iframe>`,
  '/frames/inner': `<label>Email <input></label><button onclick="document.querySelector('p').textContent = 'Subscribed'">Subscribe</button><p></p>`,
  '/shadow': `<title>Shadow</title><shop-counter></shop-counter><shop-field></shop-field>
    <script>
      customElements.define('shop-counter', class extends HTMLElement { connectedCallback() {
        const root = this.attachShadow({ mode: 'open' });
        root.innerHTML = '<button aria-label="One more">+</button><button aria-label="One less">-</button><b data-testid=count>0</b>';
        const add = (by) => root.querySelector('b').textContent = Number(root.querySelector('b').textContent) + by;
        root.querySelectorAll('button')[0].onclick = () => add(1); root.querySelectorAll('button')[1].onclick = () => add(-1);
      } });
      customElements.define('shop-field', class extends HTMLElement { connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<label>Coupon <input></label><shop-counter></shop-counter>';
      } });
    </script>`,
  '/windows': `<title>Windows</title><a href="/windows/terms" target=_blank>Terms</a><button onclick="open('/windows/login', '', 'width=400,height=400')">Log in</button><p role=status></p>
    <script>onmessage = ({ data }) => document.querySelector('[role=status]').textContent = data</script>`,
  '/windows/terms': `<title>Terms</title><h1>Terms of service</h1><button onclick="this.textContent = 'Accepted'">Accept</button>`,
  '/windows/login': `<title>Login</title><label>User <input></label><button onclick="opener.postMessage('Hello ' + document.querySelector('input').value); window.close()">Sign in</button>`,
  '/drag': `<title>Board</title><style>.list { width: 300px; min-height: 200px; border: 1px solid; float: left; margin: 8px } .card, .row { padding: 8px; border: 1px solid; user-select: none } .track { clear: both; width: 400px; height: 20px; background: #ccc; position: relative } .thumb { width: 20px; height: 20px; background: #333; position: absolute; left: 0 }</style>
    <section class=list aria-label="To do"><div class=card draggable=true>Write</div><div class=card draggable=true>Test</div></section>
    <section class=list aria-label="Done"></section>
    <div class=list role=list aria-label="Order"><div role=listitem class=row>First</div><div role=listitem class=row>Second</div><div role=listitem class=row>Third</div></div>
    <div class=track aria-label=Volume role=group><div class=thumb role=slider aria-label=Thumb></div></div><p role=status></p>
    <script>
      let dragged;
      for (const card of document.querySelectorAll('.card')) card.ondragstart = () => dragged = card;
      for (const list of document.querySelectorAll('section')) { list.ondragover = (event) => event.preventDefault(); list.ondrop = (event) => { event.preventDefault(); list.append(dragged) } }
      let moved;
      onpointermove = (event) => {
        if (moved?.className === 'row') { const below = document.elementFromPoint(event.clientX, event.clientY)?.closest('.row'); if (below && below !== moved) below.getBoundingClientRect().y > moved.getBoundingClientRect().y ? below.after(moved) : below.before(moved) }
        if (moved?.className === 'thumb') moved.style.left = Math.max(0, Math.min(380, event.clientX - moved.parentElement.getBoundingClientRect().x - 10)) + 'px';
      };
      onpointerdown = (event) => { moved = event.target.closest('.row, .thumb') };
      onpointerup = () => { if (moved?.className === 'thumb') document.querySelector('[role=status]').textContent = parseInt(moved.style.left) > 150 ? 'Loud' : 'Quiet'; moved = undefined };
    </script>`,
  '/files': `<title>Files</title><style>input[type=file] { display: none }</style>
    <label for="upload-88123" style="padding: 8px; background: #ccc">Choose a photo</label><input id="upload-88123" type=file name=photo onchange="photos.textContent = this.files[0].name">
    <button onclick="document.querySelector('[name=docs]').click()">Attach documents</button><input type=file name=docs multiple onchange="docs.textContent = this.files.length + ' documents'">
    <p id=photos></p><p id=docs></p><a href="data:text/csv,a" download="orders.csv">Export</a>`,
  '/editor': `<title>Editor</title><div role=toolbar><button onmousedown="event.preventDefault()" onclick="document.execCommand('italic')">Italic</button></div>
    <div class="ProseMirror" contenteditable style="min-height: 100px; border: 1px solid"></div><button onclick="out.textContent = document.querySelector('.ProseMirror').innerHTML">Show source</button><pre id=out></pre>`,
  '/list': `<title>Feed</title><style>li { height: 120px }</style><h1>Feed</h1><ul></ul><div id=end style="height: 10px"></div><p role=status style="position: fixed; top: 0; right: 0"></p>
    <script>
      let count = 0;
      const more = () => { for (let to = count + 15; count < to; count += 1) { const item = document.createElement('li'); item.innerHTML = '<span>Post ' + (count + 1) + '</span> <button>Like</button>'; const number = count + 1; item.querySelector('button').onclick = () => document.querySelector('[role=status]').textContent = 'Liked ' + number; document.querySelector('ul').append(item) } };
      more();
      new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting && count < 90) setTimeout(more, 150) }).observe(end);
    </script>`,
  '/virtual': `<title>Table</title><div class="grid-body" tabindex=0 style="height: 300px; width: 400px; overflow: auto; position: relative"><div style="height: 30000px"></div></div><p role=status></p>
    <script>
      const grid = document.querySelector('.grid-body');
      const draw = () => { const first = Math.floor(grid.scrollTop / 30); const rows = []; for (let row = first; row < first + 12; row += 1) { const button = document.createElement('button'); button.textContent = 'Open row ' + row; button.style = 'position: absolute; height: 30px; top: ' + row * 30 + 'px'; button.onclick = () => document.querySelector('[role=status]').textContent = 'Row ' + row; rows.push(button) } for (const old of grid.querySelectorAll('button')) old.remove(); grid.append(...rows) };
      grid.onscroll = draw; draw();
    </script>`,
  '/rows': `<title>Cart</title><style>.hidden { display: none }</style>
    <table><tr class=hidden><td>Blue mug</td><td><button>Remove</button></td></tr><tr><td>Blue mug</td><td><button id="btn-1092" class="css-9x8y7z">Remove</button></td></tr><tr><td>Red mug</td><td><button id="btn-1093" class="css-9x8y7z">Remove</button></td></tr></table>
    <button data-testid="checkout-button">Checkout</button><div id="el-5512" class="css-77aa icon" onclick="say('Icon')" style="width: 20px; height: 20px; background: red"></div>
    <div onclick="say('Second')"><i id="q-81"></i></div><div class="css-4k2p plan" style="padding: 8px" onclick="say('Chosen')"><h2>Pro</h2><p>€9 a month</p></div><p class="total">Total: €18</p><p role=status></p>
    <script>const say = (text) => document.querySelector('[role=status]').textContent = text; for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => { const row = button.closest('tr'); row ? (say('Removed ' + row.cells[0].textContent), row.remove()) : say('Checked out') })</script>`,
  '/app': `<title>App</title><main></main><script>
      const show = () => document.querySelector('main').innerHTML = location.pathname === '/app' ? '<h1>Home</h1><a href="/app/orders">Orders</a>' : '<h1>Orders</h1><label>Search <input></label><p></p>';
      document.addEventListener('click', (event) => { const link = event.target.closest('a'); if (link) { event.preventDefault(); history.pushState({}, '', link.href); show() } });
      document.addEventListener('keydown', (event) => { if (event.target.matches('input') && event.key === 'Enter') document.querySelector('p').textContent = 'Found ' + event.target.value; if (event.key === '/' && event.target === document.body) { event.preventDefault(); document.querySelector('input')?.focus() } });
      show();</script>`,
};
