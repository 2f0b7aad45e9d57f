import { promptsOf } from './written-prompts.ts';

/** Whole prompts on the bookings of a hotel, with the markup of a framework. */
export const frontdeskPrompts = promptsOf(
  'frontdesk',
  `
# TC-1 New booking
1. Click "New booking" => click new
2. A dialog with the heading "New booking" is displayed !! form.hidden = true !! f-title := Edit
3. Enter "Eva Stone" in the Guest name field => f-guest=Eva Stone
4. Choose Double as the room => f-room=Double
5. Click Create booking => click f-save
6. The message "Booking B-1045 created" is shown !! toast := Failed

# Scenario: price of a booking
Given I have opened the new booking form => click new
When I select the room "Suite" => f-room=Suite
And I set the arrival date to 2026-05-04 => f-arrival=2026-05-04
And I add one more night => click more
Then the price is €520.00 !! price := €52.00
And the number of nights is 2 !! nights := 12

# Breakfast
Open the New booking dialog => click new
Select Single => f-room=Single
Turn on breakfast => click breakfast
Breakfast is on !! breakfast.ariaChecked = "false"
The price goes up to €92.00 !! price := €80.00

# Validation
- open "New booking" => click new
- submit it empty => click f-save
- "Please enter the guest's name" is displayed under Guest name !! f-guest-error := Required
- the room shows the error "Please select a room" !! f-room-error := Required
- the dialog stays open !! form.hidden = true

# Cancel a booking
Cancel the booking of Tom Reed => click B-1042-cancel
A dialog asks "Cancel this booking?" !! confirm.hidden = true
It says that Tom Reed will be told by e-mail !! c-text := Mia Lang will be told by e-mail.
Confirm with "Cancel booking" => click c-yes
B-1042 disappears from the table !! rows += <tr><td><a href="#x">B-1042</a></td></tr>

# keep it
Click the Cancel booking button in the row of Mia Lang => click B-1041-cancel
Click "Keep it" => click c-keep
The dialog is closed !! confirm.hidden = false
The row B-1041 is still there !! B-1041.remove()

# (prose)
Please confirm Leo Brandt's booking => click B-1044-confirm
and check that its status is now Confirmed. !! B-1044-status := Pending
A toast should say "B-1044 confirmed" !! toast := 
and the open balance should be €520.00. !! s-balance := €1,520.00

# Table facts
The guest of B-1043 is Ana Silva !! B-1043-guest := Ana Silver
B-1043 has 1 night !!*
The total for B-1041 is €360.00 !! B-1041-total := €1,360.00
Tom Reed arrives on 5 Apr 2026 !! B-1042-arrival := 15 Apr 2026
Leo Brandt stays in a Double !! B-1044-room := Single

# Search
Enter "silva" into the "Guest or reference" field => q=silva
The table has one row !! rows += <tr><td>B-1</td></tr>
It contains Ana Silva !! B-1043-guest := Ana
"1 bookings" is shown !! shown := 11 bookings

# no match
Search for Zoe => q=Zoe & key Enter
"No bookings found" is displayed !! empty.hidden = true
The table is hidden !! table.hidden = false
Click Reset filters => click reset
All four bookings are listed again !!*

# Tabs
Go to the Past tab => click t-past
Only Jo Park is listed !! B-1030.remove() !! rows += <tr><td>B-1</td><td>Mia</td></tr>
The status of her booking is "Checked out" !! B-1030-status := Confirmed
Switch back to Upcoming => click t-upcoming
There are 4 rows in the table !! B-1041.remove()

# Cancelled tab
Open the Cancelled tab => click t-cancelled
The tab is selected !! t-cancelled.ariaSelected = "false"
It shows the text "No bookings found" !! empty := Nothing

# Filter by date
Set "Arrival from" to 2026-04-05 => from=2026-04-05
B-1041 is not listed any more !! rows += <tr><td><a href="#x">B-1041</a></td></tr>
3 bookings are shown !! shown := 13 bookings

# Room filter
Filter by room type Double => room=Double
the table only shows Mia Lang and Leo Brandt !! B-1041.remove() !! rows += <tr><td>B-1</td><td>Tom</td></tr>
every row has the room Double !! B-1044-room := Suite

# Sorting
Click the Total column header => click sort
The table is sorted by total, ascending !! h-total.ariaSort = "descending"; at("rows").prepend(at("B-1042"))
The first row is B-1043 !! rows.prepend(at("B-1042"))
The last row shows €520.00 !! rows.append(at("B-1043"))

# Details
Click B-1042 => click B-1042-link
The booking details open !! drawer.hidden = true
The guest is Tom Reed !! d-guest := Tom Read
The room is Suite !! d-room := Single
The total is €520.00 !! d-total := €52.00
Close the details => click d-close

# Details, as sentences
Open the booking B-1044 => click B-1044-link
The status of the booking is Pending !! d-status := Confirmed
The dialog contains the guest Leo Brandt !! d-guest := Leo

# Dashboard
Arrivals today is 3 !! s-arrivals := 13
The occupancy is 78% !! s-occupancy := 7%
The open balance shows €1,000.00 !! s-balance := €11,000.00

# Navigation
The navigation contains Bookings, Rooms and Guests !! n-rooms.remove()
Bookings is marked as the current page !! n-bookings.ariaCurrent = null
The page title is "Bookings – Harbour Inn" !! document.title = "Rooms – Harbour Inn"

# Account menu
Click on the account menu => click account
The account menu is expanded !! account.ariaExpanded = "false"

# Actions per status
B-1042 has a Confirm button !! B-1042-confirm.remove()
B-1041 does not have a Confirm button !! B-1041 += <td><button>Confirm</button></td>
Every booking can be cancelled !! B-1043-cancel.remove() !! B-1043-cancel.disabled = true
There are two Confirm buttons !! B-1042-confirm.remove()

# Form details
Click the button labelled New booking => click new
The guest name field has the focus !! f-arrival.focus()
All fields are empty !! f-guest.value = "x" !! f-email.value = "x"
The room options are Single, Double and Suite !! f-room.options[2].remove()
The "Fewer nights" button is disabled !! less.disabled = false

# nights
Click New booking, => click new
Click "More nights" twice. => click more & click more
The nights counter shows 3. !! nights := 13
Click "Fewer nights". => click less
It shows 2. !!*

# checkbox
Click New booking => click new
Check "Send a confirmation" => f-mail=on
The checkbox is checked !! f-mail.checked = false
Fill the e-mail with eva@example.com => f-email=eva@example.com
The e-mail is "eva@example.com" !! f-email.value = "x@example.com"

# discard
Click New booking => click new
Cancel => click f-cancel
The dialog disappears !! form.hidden = false
No booking was added !!*

# (prose)
As a receptionist I want to confirm B-1042. => click B-1042-confirm
Then its Confirm button is gone, !! B-1042 += <td><button>Confirm</button></td>
and B-1044 is the only pending booking. !!*

# Amounts
The most expensive booking is B-1042 !!*
Tom Reed has to pay €520.00 !! B-1042-total := €52.00
No booking is "Checked out" !! B-1041-status := Checked out
Two bookings are Pending !! B-1044-status := Confirmed !! B-1041-status := Pending

# assistant
**Step 1:** Select "Suite" from the "Room type" dropdown. => room=Suite
**Expected:** Only Tom Reed is displayed. !! B-1042-guest := Tom !! rows += <tr><td>B-1</td><td>Tom</td></tr>
**Step 2:** Click "Reset filters". => click reset
**Expected:** The "Room type" dropdown shows "All rooms". !! room.value = "Suite"

# Refused
The status of B-1043 is Pending XX
Confirm the booking of Mia Lang XX
Click Cancel booking XX
The table has 5 rows XX
Cancel the booking of Zoe Hill XX
B-1041 has a Confirm button XX
The arrival date of Tom Reed is 6 Apr 2026 XX
Unless it is confirmed, confirm B-1042 XX
Click New booking, then enter 4 as the number of children XX
The guest is Tom Reed XX
Every booking can be confirmed XX
The total is €1,000.00 XX
Every row has the status Confirmed XX
Open the Invoices tab XX
`,
);
