/**
 * Pages in the style of larger apps, for the samples that were written without knowledge of the compiler. Marks are used
 * as in `pages.ts`.
 */
export const appPages = {
  settings: `<title>Account settings · Harbor</title>
    <header><a data-mark="home" href="#home" aria-label="Harbor home">⚓</a>
      <button data-mark="account-menu" aria-label="Account menu" aria-expanded="false" aria-haspopup="menu">LM</button></header>
    <nav aria-label="Settings"><ul>
      <li><a data-mark="nav-profile" href="#profile" aria-current="page">Profile</a></li>
      <li><a data-mark="nav-notifications" href="#notifications">Notifications</a></li>
      <li><a data-mark="nav-billing" href="/billing">Billing</a></li></ul></nav>
    <main><h1 data-mark="heading">Account settings</h1>
    <section aria-labelledby="p"><h2 id="p">Profile</h2>
      <label for="dn">Display name</label> <input data-mark="display-name" id="dn" value="Lena Moor">
      <label for="em">Work email</label> <input data-mark="email" id="em" type="email" value="lena@harbor.test" disabled>
      <label for="bio">About you</label> <textarea data-mark="bio" id="bio" placeholder="Tell your team who you are"></textarea>
      <label for="tz">Time zone</label> <select data-mark="zone" id="tz"><option>UTC</option><option>Europe/Vienna</option><option>America/New York</option></select>
      <button data-mark="save-profile">Save changes</button></section>
    <section aria-labelledby="n"><h2 id="n">Notifications</h2>
      <label><input data-mark="weekly" type="checkbox" checked> Weekly digest</label>
      <label><input data-mark="mentions" type="checkbox"> Mentions</label>
      <button data-mark="dark" role="switch" aria-checked="false">Dark mode</button>
      <fieldset><legend>Email frequency</legend>
        <label><input data-mark="instant" type="radio" name="f" checked> Instantly</label>
        <label><input data-mark="daily" type="radio" name="f"> Once a day</label></fieldset>
      <button data-mark="save-notifications">Save changes</button></section>
    <section aria-labelledby="d"><h2 id="d">Danger zone</h2>
      <p data-mark="warning">Deleting your account cannot be undone.</p>
      <button data-mark="delete-account">Delete account</button></section>
    <div data-mark="toast" role="status" hidden>Your changes have been saved</div></main>`,

  ticket: `<title>New ticket – Helpdesk</title>
    <nav aria-label="Breadcrumb"><a data-mark="crumb" href="/tickets">All tickets</a></nav>
    <main><h1 data-mark="heading">Submit a request</h1>
    <div data-mark="summary" role="alert"><p>Please correct the following:</p><ul><li data-mark="problem no-subject">Subject is required</li><li data-mark="problem no-category">Choose a category</li></ul></div>
    <form onsubmit="return false">
      <label>Subject * <input data-mark="subject" aria-invalid="true"></label>
      <label>Category <select data-mark="category"><option value="">Select…</option><option>Billing</option><option>Bug report</option><option>Feature request</option></select></label>
      <fieldset><legend>Priority</legend>
        <label><input data-mark="low" type="radio" name="prio"> Low</label>
        <label><input data-mark="normal" type="radio" name="prio" checked> Normal</label>
        <label><input data-mark="urgent" type="radio" name="prio"> Urgent</label></fieldset>
      <label>Description <textarea data-mark="description" aria-describedby="left"></textarea></label>
      <p data-mark="left" id="left">500 characters left</p>
      <label>CC <input data-mark="cc" placeholder="colleague@example.com"></label>
      <label>Attachment <input data-mark="attachment" type="file"></label>
      <label><input data-mark="copy" type="checkbox"> Send me a copy</label>
      <button data-mark="submit">Submit ticket</button> <button data-mark="draft" type="button">Save as draft</button> <a data-mark="cancel" href="/tickets">Cancel</a>
    </form>
    <p data-mark="done" role="status" hidden>Thanks! Your ticket number is 1042</p></main>
    <aside aria-label="Help articles"><h2>Popular articles</h2>
      <a data-mark="article" href="/kb/password">Reset your password</a> <a data-mark="article-2" href="/kb/invoice">Download an invoice</a></aside>
    <button data-mark="chat" aria-label="Open live chat">💬</button>`,

  booking: `<title>Find a room | Nordlys Hotels</title>
    <main><h1 data-mark="heading">Find a room</h1>
    <form role="search" aria-label="Rooms" onsubmit="return false">
      <label>Where to? <input data-mark="where" placeholder="City or hotel"></label>
      <label>Check-in <input data-mark="in" type="date"></label>
      <label>Check-out <input data-mark="out" type="date"></label>
      <div role="group" aria-label="Adults"><button data-mark="fewer-adults" type="button" aria-label="Remove one adult" disabled>−</button> <span data-mark="adults">1</span> <button data-mark="more-adults" type="button" aria-label="Add one adult">+</button></div>
      <div role="group" aria-label="Children"><button data-mark="fewer-children" type="button" aria-label="Remove one child" disabled>−</button> <span data-mark="children">0</span> <button data-mark="more-children" type="button" aria-label="Add one child">+</button></div>
      <label>Promo code <input data-mark="promo"></label>
      <button data-mark="search">Search rooms</button></form>
    <p data-mark="found">3 hotels in Tromsø</p>
    <label>Sort <select data-mark="sort"><option>Recommended</option><option>Lowest price</option><option>Guest rating</option></select></label>
    <ul aria-label="Hotels">
      <li data-mark="hotel"><h3 data-mark="polar">Polar Inn</h3> <span data-mark="polar-price">€ 129</span> <a data-mark="polar-details" href="#polar">Details</a> <button data-mark="book-polar">Book now</button></li>
      <li data-mark="hotel"><h3>Fjord View</h3> <span data-mark="fjord-price">€ 189</span> <a data-mark="fjord-details" href="#fjord">Details</a> <button data-mark="book-fjord">Book now</button></li>
      <li data-mark="hotel"><h3>Aurora Lodge</h3> <span>€ 240</span> <a data-mark="aurora-details" href="#aurora">Details</a> <button data-mark="book-aurora" disabled>Fully booked</button></li>
    </ul>
    <p data-mark="date-error" role="alert" hidden>Check-out must be after check-in</p></main>
    <footer><label>Newsletter email <input data-mark="newsletter" type="email"></label> <button data-mark="subscribe">Subscribe</button></footer>`,

  board: `<title>Sprint 14 – Kite</title>
    <header><h1 data-mark="heading">Sprint 14</h1>
      <input data-mark="filter" type="search" aria-label="Filter cards"> <button data-mark="share">Share</button> <button data-mark="board-settings" aria-label="Board settings">⚙</button></header>
    <main>
    <section data-mark="todo" aria-label="To do"><h2>To do</h2> <span data-mark="todo-count">2</span>
      <article data-mark="todo-card" aria-label="Fix login redirect"><h3>Fix login redirect</h3> <span>LM</span> <button data-mark="more-login" aria-label="More actions">…</button></article>
      <article data-mark="todo-card" aria-label="Write release notes"><h3 data-mark="notes-title">Write release notes</h3> <button data-mark="more-notes" aria-label="More actions">…</button></article>
      <button data-mark="add-todo">Add a card</button></section>
    <section data-mark="doing" aria-label="In progress"><h2>In progress</h2>
      <article data-mark="database-card" aria-label="Upgrade database"><h3>Upgrade database</h3> <label><input data-mark="blocked" type="checkbox"> Blocked</label> <button data-mark="more-database" aria-label="More actions">…</button></article>
      <button data-mark="add-doing">Add a card</button></section>
    <section data-mark="done" aria-label="Done"><h2>Done</h2>
      <p data-mark="none-done">No cards yet</p>
      <button data-mark="add-done">Add a card</button></section></main>
    <div data-mark="archived" role="status" hidden>Card archived</div>`,

  users: `<title>Users · Admin</title>
    <main><h1 data-mark="heading">Users</h1>
    <input data-mark="search" type="search" placeholder="Search users…"> <label>Role <select data-mark="role"><option>All roles</option><option>Admin</option><option>Editor</option><option>Viewer</option></select></label>
    <a data-mark="invite" href="#invite">Invite user</a> <button data-mark="export">Export CSV</button> <button data-mark="bulk" disabled>Delete selected</button>
    <table aria-label="Users"><thead><tr><th><input data-mark="all" type="checkbox" aria-label="Select all"></th><th><button data-mark="sort-name">Name</button></th><th><button data-mark="sort-email">Email</button></th><th>Status</th><th>Actions</th></tr></thead><tbody>
      <tr data-mark="user"><td><input data-mark="pick-ada" type="checkbox" aria-label="Select row"></td><td data-mark="ada">Ada King</td><td data-mark="ada-email">ada@corp.test</td><td data-mark="ada-status">Active</td><td><button data-mark="edit-ada">Edit</button> <button data-mark="delete-ada" aria-label="Delete">🗑</button></td></tr>
      <tr data-mark="user"><td><input data-mark="pick-bo" type="checkbox" aria-label="Select row"></td><td data-mark="bo">Bo Lindqvist</td><td data-mark="bo-email">bo@corp.test</td><td data-mark="bo-status">Invited</td><td><button data-mark="edit-bo">Edit</button> <button data-mark="delete-bo" aria-label="Delete">🗑</button></td></tr>
      <tr data-mark="user"><td><input data-mark="pick-cy" type="checkbox" aria-label="Select row"></td><td data-mark="cy">Cy Ortega</td><td data-mark="cy-email">cy@corp.test</td><td data-mark="cy-status">Suspended</td><td><button data-mark="edit-cy">Edit</button> <button data-mark="delete-cy" aria-label="Delete">🗑</button></td></tr>
    </tbody></table>
    <nav aria-label="Pagination"><button data-mark="previous" disabled>Previous</button> <span data-mark="pages">Page 1 of 4</span> <button data-mark="next">Next</button></nav>
    <p data-mark="no-users" hidden>No users match your search</p></main>`,

  wizard: `<title>Set up your company – step 2 of 3</title>
    <main><h1 data-mark="heading">Set up your company</h1>
    <ol aria-label="Progress"><li data-mark="step">Account</li><li data-mark="step" aria-current="step">Company</li><li data-mark="step">Plan</li></ol>
    <form onsubmit="return false">
      <label>Legal name <input data-mark="legal"></label>
      <label>VAT number <span>(optional)</span> <input data-mark="vat"></label>
      <fieldset><legend>Office address</legend>
        <label>Street <input data-mark="office-street"></label> <label>City <input data-mark="office-city"></label></fieldset>
      <fieldset><legend>Invoice address</legend>
        <label><input data-mark="same" type="checkbox"> Same as office address</label>
        <label>Street <input data-mark="invoice-street"></label> <label>City <input data-mark="invoice-city" value="Oslo"></label></fieldset>
      <fieldset><legend>Company size</legend>
        <label><input data-mark="small" type="radio" name="size"> 1–10 people</label>
        <label><input data-mark="medium" type="radio" name="size"> 11–50 people</label>
        <label><input data-mark="large" type="radio" name="size"> More than 50 people</label></fieldset>
      <label>Industry <select data-mark="industry"><option>Software</option><option>Retail</option><option>Health care</option></select></label>
      <label><input data-mark="terms" type="checkbox"> I agree to the <a data-mark="terms-link" href="/terms">terms of service</a></label>
      <p data-mark="legal-error" hidden>Enter the legal name of your company</p>
      <button data-mark="back" type="button">Back</button> <button data-mark="next" disabled>Continue</button> <button data-mark="skip" type="button">Skip for now</button>
    </form></main>`,

  mail: `<title>Inbox (2) – Post</title>
    <button data-mark="compose">Compose</button>
    <input data-mark="search" type="search" aria-label="Search mail" placeholder="Search">
    <nav aria-label="Folders"><a data-mark="inbox" href="#inbox">Inbox <span data-mark="unread">2</span></a> <a data-mark="sent" href="#sent">Sent</a> <a data-mark="drafts" href="#drafts">Drafts</a> <a data-mark="trash" href="#trash">Trash</a></nav>
    <div role="toolbar" aria-label="Message actions"><button data-mark="archive" aria-label="Archive">📥</button> <button data-mark="delete" aria-label="Delete message">🗑</button> <button data-mark="mark-unread" aria-label="Mark as unread">✉</button> <button data-mark="star" aria-label="Star" aria-pressed="false">☆</button></div>
    <main><ul aria-label="Messages">
      <li data-mark="message"><a data-mark="msg-maya" href="#1">Maya Chen</a> <span data-mark="offsite">Offsite agenda</span></li>
      <li data-mark="message"><a data-mark="msg-tom" href="#2">Tom Weber</a> <span>Re: Budget 2027</span></li>
      <li data-mark="message"><a data-mark="msg-news" href="#3">Weekly News</a> <span>Ten things to read</span></li></ul>
    <article aria-label="Conversation"><h2 data-mark="subject">Offsite agenda</h2>
      <p data-mark="from">From: Maya Chen</p><p data-mark="body">Hi all, please find the agenda attached.</p>
      <a data-mark="file" href="/files/agenda.pdf" download>agenda.pdf</a>
      <div data-mark="reply" role="textbox" contenteditable="true" aria-label="Reply">​</div>
      <button data-mark="send">Send</button> <button data-mark="discard">Discard</button></article></main>
    <div data-mark="sent-toast" role="alert" hidden>Message sent</div>`,

  media: `<title>Media library</title>
    <main aria-label="Library"><h1 data-mark="heading">Media library</h1>
    <div role="tablist"><button data-mark="tab-all" role="tab" aria-selected="true">All</button> <button data-mark="tab-images" role="tab" aria-selected="false">Images</button> <button data-mark="tab-videos" role="tab" aria-selected="false">Videos</button></div>
    <label>Upload files <input data-mark="upload" type="file" multiple></label>
    <button data-mark="grid" aria-label="Grid view" aria-pressed="true">▦</button> <button data-mark="list" aria-label="List view" aria-pressed="false">☰</button>
    <p data-mark="usage">1.2 GB of 5 GB used</p>
    <ul>
      <li data-mark="file"><img data-mark="beach" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="beach.jpg" width="40" height="40"> <span>beach.jpg</span> <button data-mark="rename-beach">Rename</button></li>
      <li data-mark="file"><img data-mark="logo" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="Company logo" width="40" height="40"> <span data-mark="logo-name">logo.svg</span> <button data-mark="rename-logo">Rename</button></li>
    </ul>
    <button data-mark="more">Load more</button></main>
    <div data-mark="dialog" role="dialog" aria-label="Rename file"><h2>Rename file</h2>
      <label>File name <input data-mark="name" value="beach.jpg"></label>
      <button data-mark="cancel">Cancel</button> <button data-mark="rename">Rename</button> <button data-mark="close" aria-label="Close">×</button></div>
    <p data-mark="too-large" role="alert" hidden>The file is larger than 10 MB</p>`,
} as const;
