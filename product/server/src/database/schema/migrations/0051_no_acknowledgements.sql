-- An alert and the console's list tell of an emergency, and nobody acknowledges it.
drop table emergency_acknowledgements;
drop function hold_acknowledgement();
