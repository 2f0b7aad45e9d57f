/** Pages of kinds that the other samples do not have. `data-mark` names an element for the labels. */
export const seventhPages = {
  flights: `<title>Flights from Hamburg to Lisbon</title><main><h1>Flights from Hamburg to Lisbon</h1>
<form><label>From <input data-mark="from" value="Hamburg"></label><label>To <input data-mark="to" value="Lisbon"></label>
<label>Departure date <input data-mark="departure"></label><label>Return date <input data-mark="return"></label>
<label>Cabin <select data-mark="cabin"><option>Economy</option><option>Premium Economy</option><option>Business</option></select></label>
<label><input type="checkbox" data-mark="direct"> Direct flights only</label><button data-mark="search">Search flights</button></form>
<p data-mark="found" role="status">3 flights found</p>
<ul aria-label="Results">
<li data-mark="flight f1"><h2>Lufthansa LH 1170</h2><p>07:05 – 10:20</p><p data-mark="stops1">Direct</p><p data-mark="price1">€189.00</p><button data-mark="select1">Select</button></li>
<li data-mark="flight f2"><h2>TAP TP 565</h2><p>12:40 – 15:10</p><p data-mark="stops2">Direct</p><p data-mark="price2">€164.50</p><button data-mark="select2">Select</button></li>
<li data-mark="flight f3"><h2>Iberia IB 8721</h2><p>09:15 – 15:55</p><p data-mark="stops3">1 stop</p><p data-mark="price3">€118.00</p><button data-mark="select3">Select</button></li></ul>
<p data-mark="none" hidden>No flights match your filters</p></main>`,
  mail: `<title>Inbox (2)</title><main><h1>Inbox</h1><button data-mark="compose">Compose</button>
<nav aria-label="Folders"><a href="#inbox">Inbox</a> <a href="#drafts" data-mark="drafts">Drafts</a> <a href="#trash" data-mark="trash">Trash</a></nav>
<label>Search mail <input type="search" data-mark="search"></label>
<table><thead><tr><th>Sender</th><th>Subject</th><th>Received</th><th>Actions</th></tr></thead><tbody>
<tr data-mark="message"><td data-mark="sender1">Jürgen Groß</td><td data-mark="subject1">Quarterly figures</td><td data-mark="received1">09:12</td><td><button data-mark="archive1">Archive</button> <button data-mark="delete1">Delete</button></td></tr>
<tr data-mark="message"><td data-mark="sender2">Käthe Müller</td><td data-mark="subject2">Lunch on Friday</td><td data-mark="received2">Yesterday</td><td><button data-mark="archive2">Archive</button> <button data-mark="delete2">Delete</button></td></tr>
<tr data-mark="message"><td data-mark="sender3">Jürgen Weiß</td><td data-mark="subject3">Re: Quarterly figures</td><td data-mark="received3">Monday</td><td><button data-mark="archive3">Archive</button> <button data-mark="delete3">Delete</button></td></tr>
</tbody></table><p data-mark="unread">2 unread messages</p><div role="status" data-mark="sent" hidden>Message sent</div></main>`,
  kanban: `<title>Sprint 12</title><main><h1 data-mark="heading">Sprint 12</h1><button data-mark="new">New card</button>
<section aria-labelledby="a"><h2 id="a">To do</h2><span data-mark="countTodo">2 cards</span><ul>
<li data-mark="todo c1"><h3>Fix the login page</h3><p data-mark="who1">Björn Schäfer</p><button data-mark="move1">Move</button></li>
<li data-mark="todo c2"><h3>Write release notes</h3><p data-mark="who2">Anke Voß</p><button data-mark="move2">Move</button></li></ul><button data-mark="addTodo">Add card</button></section>
<section aria-labelledby="b"><h2 id="b">In progress</h2><span data-mark="countProgress">1 card</span><ul>
<li data-mark="c3"><h3>Speed up the search</h3><p data-mark="who3">Björn Schäfer</p><button data-mark="move3">Move</button></li></ul><button data-mark="addProgress">Add card</button></section>
<section aria-labelledby="c"><h2 id="c">Done</h2><span data-mark="countDone">0 cards</span><p data-mark="empty">Nothing is done yet</p><button data-mark="addDone">Add card</button></section>
<label>Filter by assignee <select data-mark="assignee"><option>Everyone</option><option>Anke Voß</option><option>Björn Schäfer</option></select></label></main>`,
  invoices: `<title>Invoices</title><main><h1>Invoices</h1><label>Status <select data-mark="status"><option>All</option><option>Open</option><option>Paid</option><option>Overdue</option></select></label>
<table><thead><tr><th>Number</th><th>Customer</th><th>Net</th><th>Gross</th><th>Status</th><th></th></tr></thead><tbody>
<tr data-mark="invoice"><td>INV-1001</td><td data-mark="customer1">Bäckerei Höfer</td><td data-mark="net1">€100.00</td><td data-mark="gross1">€119.00</td><td data-mark="status1">Paid</td><td><a href="#1" data-mark="download1">Download</a></td></tr>
<tr data-mark="invoice"><td>INV-1002</td><td data-mark="customer2">Autohaus Krüger</td><td data-mark="net2">€200.00</td><td data-mark="gross2">€238.00</td><td data-mark="status2">Open</td><td><a href="#2" data-mark="download2">Download</a> <button data-mark="remind2">Send reminder</button></td></tr>
<tr data-mark="invoice"><td>INV-1003</td><td data-mark="customer3">Bäckerei Höfer</td><td data-mark="net3">€50.00</td><td data-mark="gross3">€59.50</td><td data-mark="status3">Overdue</td><td><a href="#3" data-mark="download3">Download</a> <button data-mark="remind3">Send reminder</button></td></tr>
</tbody></table><dl><dt>Total net</dt><dd data-mark="totalNet">€350.00</dd><dt>Total gross</dt><dd data-mark="totalGross">€416.50</dd></dl>
<nav aria-label="Pagination"><button data-mark="previous" disabled>Previous</button> <span data-mark="pages">Page 1 of 4</span> <button data-mark="next">Next</button></nav></main>`,
  chat: `<title>#release</title><main><h1>#release</h1>
<article data-mark="comment"><h2>Sören Lange</h2><p data-mark="text1">Is the build green?</p><button data-mark="reply1">Reply</button> <button data-mark="like1">Like</button> <span data-mark="likes1">2 likes</span></article>
<article data-mark="comment"><h2>Ulrike Jäger</h2><p data-mark="text2">Yes, since this morning</p><button data-mark="reply2">Reply</button> <button data-mark="like2">Like</button> <span data-mark="likes2">5 likes</span></article>
<article data-mark="comment"><h2>Thomas Böhm</h2><p data-mark="text3">Then we ship today</p><button data-mark="reply3">Reply</button> <button data-mark="like3">Like</button> <span data-mark="likes3">0 likes</span></article>
<p data-mark="typing" hidden>Ulrike is typing</p><label>Message <textarea data-mark="message"></textarea></label>
<label><input type="checkbox" data-mark="notify" checked> Notify everyone</label><button data-mark="send" disabled>Send</button><button data-mark="leave">Leave channel</button></main>`,
  files: `<title>Files</title><main><h1>Files</h1><nav aria-label="Breadcrumb"><a href="#home" data-mark="home">Home</a> <a href="#projects" data-mark="projects">Projects</a></nav>
<button data-mark="upload">Upload</button><button data-mark="newFolder">New folder</button><button data-mark="download" disabled>Download</button>
<label>Search files <input data-mark="search"></label>
<table><thead><tr><th>Select</th><th>Name</th><th>Size</th><th>Owner</th><th></th></tr></thead><tbody>
<tr data-mark="file"><td><input type="checkbox" aria-label="Select budget.xlsx" data-mark="box1"></td><td><a href="#f1" data-mark="name1">budget.xlsx</a></td><td data-mark="size1">12 KB</td><td data-mark="owner1">Jörg Kühn</td><td><button data-mark="rename1">Rename</button> <button data-mark="share1">Share</button></td></tr>
<tr data-mark="file"><td><input type="checkbox" aria-label="Select budget-old.xlsx" data-mark="box2"></td><td><a href="#f2" data-mark="name2">budget-old.xlsx</a></td><td data-mark="size2">9 KB</td><td data-mark="owner2">Jörg Kühn</td><td><button data-mark="rename2">Rename</button> <button data-mark="share2">Share</button></td></tr>
<tr data-mark="file"><td><input type="checkbox" aria-label="Select logo.svg" data-mark="box3"></td><td><a href="#f3" data-mark="name3">logo.svg</a></td><td data-mark="size3">3 KB</td><td data-mark="owner3">Grete Weiß</td><td><button data-mark="rename3">Rename</button> <button data-mark="share3">Share</button></td></tr>
</tbody></table><p data-mark="used">24 KB of 100 KB used</p><div role="alert" data-mark="full" hidden>Your storage is full</div></main>`,
} as const;
