import { startHttpServer, type TestServer } from '../../support/http-server.ts';

/** What the corpus tests: a to-do list, a login, a shop, a form, and widgets. */
const pages: Readonly<Record<string, string>> = {
  '/': `<title>Mug shop</title><h1>Mug shop</h1>
    <nav><a href="/shop">Shop</a> <a href="/login">Log in</a> <a href="/forms">Contact</a> <a href="/widgets">Widgets</a></nav>
    <p data-testid="tagline">Mugs for every morning</p>`,
  '/todomvc': `<title>TodoMVC</title><h1>todos</h1><style>.destroy::before { content: '×'; }</style>
    <section class="todoapp"><input class="new-todo" placeholder="What needs to be done?" autofocus>
    <input type="checkbox" id="toggle-all" class="toggle-all" hidden><label for="toggle-all" id="all-label" hidden>Mark all as complete</label>
    <ul class="todo-list"></ul>
    <footer class="footer" hidden><span class="todo-count" data-testid="todo-count"></span>
      <ul class="filters"><li><a href="#/">All</a></li><li><a href="#/active">Active</a></li><li><a href="#/completed">Completed</a></li></ul>
      <button class="clear-completed">Clear completed</button></footer></section>
    <script>
      let todos = JSON.parse(localStorage['react-todos'] ?? '[]');
      const save = () => { localStorage['react-todos'] = JSON.stringify(todos); render(); };
      const $ = (selector) => document.querySelector(selector);
      $('.new-todo').addEventListener('keydown', (event) => {
        const title = event.target.value.trim();
        if (event.key !== 'Enter' || title === '') return;
        todos.push({ title, completed: false }); event.target.value = ''; save();
      });
      $('.clear-completed').addEventListener('click', () => { todos = todos.filter((each) => !each.completed); save(); });
      $('#toggle-all').addEventListener('change', (event) => { for (const each of todos) each.completed = event.target.checked; save(); });
      addEventListener('hashchange', render);
      function render() {
        const route = location.hash.replace('#/', '');
        const shown = todos.filter((each) => route === '' || (route === 'completed') === each.completed);
        $('.todo-list').replaceChildren(...shown.map((each) => {
          const item = document.createElement('li');
          item.dataset.testid = 'todo-item';
          item.className = each.completed ? 'completed' : '';
          item.innerHTML = '<div class="view"><input class="toggle" type="checkbox" aria-label="Toggle Todo"><label data-testid="todo-title"></label><button class="destroy" aria-label="Delete"></button></div>';
          item.querySelector('label').textContent = each.title;
          const toggle = item.querySelector('input');
          toggle.checked = each.completed;
          toggle.addEventListener('change', () => { each.completed = toggle.checked; save(); });
          item.querySelector('.destroy').addEventListener('click', () => { todos = todos.filter((other) => other !== each); save(); });
          item.addEventListener('dblclick', () => edit(item, each));
          return item;
        }));
        const left = todos.filter((each) => !each.completed).length;
        $('.todo-count').textContent = left + (left === 1 ? ' item left' : ' items left');
        $('.footer').hidden = $('#all-label').hidden = $('#toggle-all').hidden = todos.length === 0;
        $('#toggle-all').checked = left === 0;
        $('.clear-completed').hidden = left === todos.length;
        for (const link of document.querySelectorAll('.filters a')) link.className = link.hash === (location.hash || '#/') ? 'selected' : '';
      }
      function edit(item, each) {
        item.classList.add('editing');
        item.querySelector('.view').hidden = true;
        item.insertAdjacentHTML('beforeend', '<input class="edit" aria-label="Edit">');
        const field = item.querySelector('.edit');
        field.value = each.title; field.focus();
        let isDone = false;
        const end = (title) => { if (isDone) return; isDone = true; if (title === '') todos = todos.filter((other) => other !== each); else if (title !== undefined) each.title = title; save(); };
        field.addEventListener('keydown', (event) => { if (event.key === 'Enter') end(field.value.trim()); if (event.key === 'Escape') end(); });
        field.addEventListener('blur', () => end(field.value.trim()));
      }
      render();
    </script>`,
  '/login': `<title>Log in</title><h1>Log in</h1>
    <form id="login"><label>Username <input name="username"></label><label>Password <input name="password" type="password"></label>
    <label><input type="checkbox" name="remember"> Remember me</label>
    <button type="submit">Log in</button></form><p id="flash" role="alert" hidden></p>
    <script>document.querySelector('#login').addEventListener('submit', (event) => {
      event.preventDefault();
      const { username, password } = event.target;
      const flash = document.querySelector('#flash');
      if (username.value === 'ann' && password.value === 'correct horse') location.href = '/dashboard?user=ann';
      else { flash.hidden = false; flash.textContent = username.value === '' ? 'Username is required' : 'Invalid username or password'; username.focus(); }
    });</script>`,
  '/dashboard': `<title>Dashboard</title><h1 class="title page-title">Welcome, Ann</h1>
    <nav><a href="/shop" aria-current="page">Shop</a> <button id="menu" aria-expanded="false">Account</button>
    <ul role="menu" hidden><li role="menuitem"><a href="/login">Log out</a></li></ul></nav>
    <table><thead><tr><th>Order</th><th>Total</th></tr></thead><tbody><tr><td>1001</td><td>€9.00</td></tr><tr><td>1002</td><td>€18.50</td></tr></tbody></table>
    <script>document.querySelector('#menu').addEventListener('click', (event) => { document.querySelector('[role=menu]').hidden = false; event.target.setAttribute('aria-expanded', 'true'); });</script>`,
  '/shop': `<title>Shop</title><h1>Shop</h1>
    <input type="search" aria-label="Search products" placeholder="Search">
    <label>Sort by <select id="sort"><option value="name">Name</option><option value="price">Price, low to high</option></select></label>
    <ul id="products" aria-label="Products"></ul><a href="/cart" data-testid="cart-link">Cart (<span data-testid="cart-count" id="count">0</span>)</a>
    <script>
      const products = [['Blue mug', 9], ['Red mug', 7], ['Green bowl', 12]];
      const cart = JSON.parse(sessionStorage.cart ?? '[]');
      const $ = (selector) => document.querySelector(selector);
      function render() {
        const wanted = $('[type=search]').value.toLowerCase();
        const sorted = [...products].sort((a, b) => $('#sort').value === 'price' ? a[1] - b[1] : a[0] < b[0] ? -1 : 1);
        $('#products').replaceChildren(...sorted.filter(([name]) => name.toLowerCase().includes(wanted)).map(([name, price]) => {
          const item = document.createElement('li');
          item.className = 'product card';
          item.innerHTML = '<h3></h3><span class="price"></span> <button data-cy="add">Add to cart</button>';
          item.querySelector('h3').textContent = name;
          item.querySelector('.price').textContent = '€' + price;
          item.querySelector('button').addEventListener('click', () => { cart.push([name, price]); sessionStorage.cart = JSON.stringify(cart); $('#count').textContent = cart.length; });
          return item;
        }));
        $('#count').textContent = cart.length;
      }
      $('[type=search]').addEventListener('input', render); $('#sort').addEventListener('change', render); setTimeout(render, 50);
    </script>`,
  '/cart': `<title>Your cart</title><h1>Your cart</h1><ul class="cart-items"></ul><p>Total: <strong class="total" data-testid="total"></strong></p>
    <label>Voucher <input id="voucher"></label><button id="apply">Apply</button><span role="status" id="discount"></span>
    <button id="checkout" disabled>Check out</button>
    <script>
      const cart = JSON.parse(sessionStorage.cart ?? '[]');
      const $ = (selector) => document.querySelector(selector);
      $('.cart-items').innerHTML = cart.map(([name, price]) => '<li>' + name + ' <em>€' + price + '</em></li>').join('');
      let total = cart.reduce((sum, [, price]) => sum + price, 0);
      const show = () => { $('.total').textContent = '€' + total; $('#checkout').disabled = total === 0; };
      $('#apply').addEventListener('click', () => { if ($('#voucher').value !== 'MUGS10') return; total -= 1; $('#discount').textContent = 'Voucher applied'; show(); });
      $('#checkout').addEventListener('click', () => { sessionStorage.cart = '[]'; location.href = '/thanks?order=1003'; });
      show();
    </script>`,
  '/thanks':
    '<title>Thank you</title><h1>Thank you</h1><p>Order number: <b id="order">1003</b></p><a href="/shop">Continue shopping</a>',
  '/forms': `<title>Contact us</title><h1>Contact us</h1><form id="contact">
    <label>Name <input name="name" required></label> <label>Email <input type="email" name="email"></label>
    <label>Date of birth <input type="date" name="birth"></label>
    <label>Topic <select name="topic" id="topic"><option value="">Choose</option><option value="order">An order</option><option value="other">Something else</option></select></label>
    <label>Colours <select name="colours" multiple><option>Red</option><option>Green</option><option>Blue</option></select></label>
    <label>Message <textarea name="message" rows="3" placeholder="Your message"></textarea></label>
    <fieldset><legend>Reply by</legend><label><input type="radio" name="by" value="mail"> Mail</label><label><input type="radio" name="by" value="phone"> Phone</label></fieldset>
    <label><input type="checkbox" name="terms"> I agree to the terms</label>
    <label>Attachment <input type="file" name="file" id="file"></label><output id="files"></output>
    <button type="submit" disabled>Send</button></form><div id="sent" class="toast" hidden></div>
    <script>
      const form = document.querySelector('#contact');
      form.terms.addEventListener('change', () => { form.querySelector('[type=submit]').disabled = !form.terms.checked; });
      form.file.addEventListener('change', () => { document.querySelector('#files').textContent = [...form.file.files].map((each) => each.name).join(', '); });
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        const sent = document.querySelector('#sent');
        sent.hidden = false; sent.style.color = 'rgb(0, 128, 0)';
        sent.textContent = 'Thanks ' + form.name.value + ', we reply by ' + form.by.value + ' about ' + form.topic.value + '.';
      });
    </script>`,
  '/widgets': `<title>Widgets</title><h1>Widgets</h1>
    <button id="delete">Delete account</button> <button id="rename">Rename</button> <p id="result"></p>
    <a href="/terms" target="_blank">Terms</a> <a href="/report.csv" download>Download report</a>
    <div id="hover" tabindex="0">Help<span role="tooltip" hidden>Press a button</span></div>
    <div role="tablist"><button role="tab" aria-selected="true">Details</button><button role="tab" aria-selected="false">Reviews</button></div>
    <div role="tabpanel">All about mugs</div>
    <button id="open">Open dialog</button><dialog aria-label="Newsletter"><p>Join us</p><button id="close">Close</button></dialog>
    <iframe id="pay" title="Payment" srcdoc="<label>Card number <input></label><button>Pay</button><p></p><script>document.querySelector('button').onclick = () => { document.querySelector('p').textContent = 'Paid with ' + document.querySelector('input').value; };</script>"></iframe>
    <div id="source" draggable="true">Drag me</div><div id="target">Drop here</div>
    <button id="load">Load more</button><div id="more" aria-live="polite"></div><div style="height: 1500px"></div><p id="bottom">The end</p>
    <script>
      const $ = (selector) => document.querySelector(selector);
      $('#delete').onclick = () => { $('#result').textContent = confirm('Really delete?') ? 'Deleted' : 'Kept'; };
      $('#rename').onclick = () => { $('#result').textContent = 'Hello ' + prompt('New name?'); };
      $('#hover').onmouseover = () => { $('[role=tooltip]').hidden = false; };
      for (const tab of document.querySelectorAll('[role=tab]')) tab.onclick = () => { for (const each of document.querySelectorAll('[role=tab]')) each.setAttribute('aria-selected', String(each === tab)); $('[role=tabpanel]').textContent = tab.textContent === 'Reviews' ? 'Five stars' : 'All about mugs'; };
      $('#open').onclick = () => $('dialog').showModal(); $('#close').onclick = () => $('dialog').close();
      $('#source').ondragstart = (event) => event.dataTransfer.setData('text', 'dragged'); $('#target').ondragover = (event) => event.preventDefault();
      $('#target').ondrop = (event) => { event.preventDefault(); $('#target').textContent = 'Dropped'; };
      $('#load').onclick = () => { $('#more').textContent = 'Loading…'; setTimeout(() => { $('#more').innerHTML = '<p>Loaded 10 items</p>'; }, 150); };
      onkeydown = (event) => { if (event.key === '?') $('#result').textContent = 'Shortcuts'; };
    </script>`,
  '/terms': '<title>Terms of service</title><h1>Terms of service</h1><p>Be nice.</p>',
};

/** Nothing that a person does arrives, headings are gone, and what is shown at first is different. */
const breakage = `<script>
  for (const type of ['click', 'dblclick', 'keydown', 'input', 'change', 'submit', 'mouseover', 'dragstart', 'drop'])
    addEventListener(type, (event) => { event.stopImmediatePropagation(); if (type === 'click' || type === 'submit') event.preventDefault(); }, true);
  addEventListener('DOMContentLoaded', () => { document.title = 'Oops'; for (const each of document.querySelectorAll('h1, td')) each.textContent = 'Oops'; });
</script>`;

/** The app of the corpus, healthy or broken. */
export function startCorpusApp(isBroken: boolean): Promise<TestServer> {
  return startHttpServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://app');
    if (pathname === '/report.csv') {
      response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b');
      return;
    }
    if (pathname === '/api/health') {
      response.writeHead(isBroken ? 500 : 200, { 'content-type': 'application/json' }).end('{"ok":true}');
      return;
    }
    const page = pages[pathname === '/todomvc/' ? '/todomvc' : pathname];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    const head = '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">';
    response.end(page === undefined ? 'Not found' : head + (isBroken ? breakage : '') + page);
  });
}
