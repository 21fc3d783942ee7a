SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.clocks (
    table_id text NOT NULL,
    since integer NOT NULL,
    seconds double precision NOT NULL
);
CREATE TABLE public.ekiben_version (
    number integer NOT NULL
);
CREATE TABLE public.log (
    table_id text NOT NULL,
    seq integer NOT NULL,
    at double precision DEFAULT EXTRACT(epoch FROM clock_timestamp()) NOT NULL,
    mark bigint NOT NULL,
    entry text NOT NULL
);
CREATE UNLOGGED TABLE public.present (
    table_id text NOT NULL,
    process text NOT NULL,
    seats integer[] NOT NULL
);
CREATE UNLOGGED TABLE public.processes (
    id text NOT NULL,
    seen timestamp with time zone NOT NULL,
    figures text NOT NULL
);
CREATE TABLE public.tables (
    id text NOT NULL,
    created double precision NOT NULL,
    public boolean NOT NULL,
    over boolean DEFAULT false NOT NULL,
    setup text NOT NULL,
    imported double precision DEFAULT 0 NOT NULL
);
INSERT INTO public.clocks VALUES ('table00000000001', 26, 12.5);
INSERT INTO public.ekiben_version VALUES (1);
INSERT INTO public.ekiben_version VALUES (2);
INSERT INTO public.log VALUES ('table00000000000', 0, 1000.25, 0, '{"kind":"sit","name":"梅"}');
INSERT INTO public.log VALUES ('table00000000000', 1, 1001.25, 0, '{"kind":"play","action":"keep 2","spent":3445}');
INSERT INTO public.log VALUES ('table00000000000', 2, 1002.25, 0, '{"kind":"play","seat":1,"action":"keep 1","spent":2121}');
INSERT INTO public.log VALUES ('table00000000000', 3, 1003.25, 0, '{"kind":"play","action":"claim charterhouse-st-pauls","spent":3980}');
INSERT INTO public.log VALUES ('table00000000000', 4, 1004.25, 0, '{"kind":"play","action":"pay 1 black","spent":2484}');
INSERT INTO public.log VALUES ('table00000000000', 5, 1005.25, 0, '{"kind":"play","seat":1,"action":"tickets","spent":2933}');
INSERT INTO public.log VALUES ('table00000000000', 6, 1006.25, 0, '{"kind":"play","seat":1,"action":"keep 1 2","spent":1789}');
INSERT INTO public.log VALUES ('table00000000000', 7, 1007.25, 0, '{"kind":"play","action":"claim covent-garden-piccadilly-circus","spent":1140}');
INSERT INTO public.log VALUES ('table00000000000', 8, 1008.25, 0, '{"kind":"play","action":"pay 1 green","spent":1144}');
INSERT INTO public.log VALUES ('table00000000000', 9, 1009.25, 0, '{"kind":"play","seat":1,"action":"draw yellow","spent":2052}');
INSERT INTO public.log VALUES ('table00000000000', 10, 1010.25, 0, '{"kind":"play","seat":1,"action":"draw deck","spent":4930}');
INSERT INTO public.log VALUES ('table00000000000', 11, 1011.25, 0, '{"kind":"play","action":"draw green","spent":2540}');
INSERT INTO public.log VALUES ('table00000000000', 12, 1012.25, 0, '{"kind":"play","action":"draw blue","spent":604}');
INSERT INTO public.log VALUES ('table00000000000', 13, 1013.25, 0, '{"kind":"play","seat":1,"action":"claim hyde-park-piccadilly-circus/2","spent":3867}');
INSERT INTO public.log VALUES ('table00000000000', 14, 1014.25, 0, '{"kind":"play","seat":1,"action":"pay 2 orange","spent":2898}');
INSERT INTO public.log VALUES ('table00000000000', 15, 1015.25, 0, '{"kind":"play","action":"claim piccadilly-circus-trafalgar-square","spent":2590}');
INSERT INTO public.log VALUES ('table00000000000', 16, 1016.25, 0, '{"kind":"play","action":"pay 1 blue","spent":4526}');
INSERT INTO public.log VALUES ('table00000000000', 17, 1017.25, 0, '{"kind":"play","seat":1,"action":"claim globe-theatre-st-pauls","spent":3626}');
INSERT INTO public.log VALUES ('table00000000000', 18, 1018.25, 0, '{"kind":"play","seat":1,"action":"pay 1 yellow","spent":510}');
INSERT INTO public.log VALUES ('table00000000000', 19, 1019.25, 0, '{"kind":"play","action":"draw pink","spent":764}');
INSERT INTO public.log VALUES ('table00000000000', 20, 1020.25, 0, '{"kind":"play","action":"draw deck","spent":9}');
INSERT INTO public.log VALUES ('table00000000000', 21, 1021.25, 0, '{"kind":"play","seat":1,"action":"tickets","spent":4043}');
INSERT INTO public.log VALUES ('table00000000000', 22, 1022.25, 0, '{"kind":"play","seat":1,"action":"keep 2","spent":1998}');
INSERT INTO public.log VALUES ('table00000000000', 23, 1023.25, 0, '{"kind":"play","action":"claim big-ben-trafalgar-square","spent":2664}');
INSERT INTO public.log VALUES ('table00000000000', 24, 1024.25, 0, '{"kind":"play","action":"pay 1 green","spent":1565}');
INSERT INTO public.log VALUES ('table00000000000', 25, 1025.25, 0, '{"kind":"play","seat":1,"action":"draw wild","spent":1954}');
INSERT INTO public.log VALUES ('table00000000000', 26, 1026.25, 0, '{"kind":"play","action":"claim globe-theatre-waterloo","spent":1167}');
INSERT INTO public.log VALUES ('table00000000000', 27, 1027.25, 0, '{"kind":"play","action":"pay 2 pink","spent":747}');
INSERT INTO public.log VALUES ('table00000000000', 28, 1028.25, 0, '{"kind":"play","seat":1,"action":"draw yellow","spent":2621}');
INSERT INTO public.log VALUES ('table00000000000', 29, 1029.25, 0, '{"kind":"play","seat":1,"action":"draw orange","spent":4008}');
INSERT INTO public.log VALUES ('table00000000000', 30, 1030.25, 0, '{"kind":"play","action":"draw blue","spent":2469}');
INSERT INTO public.log VALUES ('table00000000000', 31, 1031.25, 0, '{"kind":"play","action":"draw yellow","spent":1022}');
INSERT INTO public.log VALUES ('table00000000000', 32, 1032.25, 0, '{"kind":"play","seat":1,"action":"claim trafalgar-square-waterloo","spent":4426}');
INSERT INTO public.log VALUES ('table00000000000', 33, 1033.25, 0, '{"kind":"play","seat":1,"action":"pay 1 blue 1 wild","spent":4941}');
INSERT INTO public.log VALUES ('table00000000000', 34, 1034.25, 0, '{"kind":"play","action":"tickets","spent":4813}');
INSERT INTO public.log VALUES ('table00000000000', 35, 1035.25, 0, '{"kind":"play","action":"keep 2","spent":3645}');
INSERT INTO public.log VALUES ('table00000000000', 36, 1036.25, 0, '{"kind":"play","seat":1,"action":"draw pink","spent":4884}');
INSERT INTO public.log VALUES ('table00000000000', 37, 1037.25, 0, '{"kind":"play","seat":1,"action":"draw deck","spent":2597}');
INSERT INTO public.log VALUES ('table00000000000', 38, 1038.25, 0, '{"kind":"play","action":"tickets","spent":1983}');
INSERT INTO public.log VALUES ('table00000000000', 39, 1039.25, 0, '{"kind":"play","action":"keep 2","spent":1506}');
INSERT INTO public.log VALUES ('table00000000000', 40, 1040.25, 0, '{"kind":"play","seat":1,"action":"draw wild","spent":1529}');
INSERT INTO public.log VALUES ('table00000000000', 41, 1041.25, 0, '{"kind":"play","action":"draw blue","spent":2130}');
INSERT INTO public.log VALUES ('table00000000000', 42, 1042.25, 0, '{"kind":"play","action":"draw deck","spent":565}');
INSERT INTO public.log VALUES ('table00000000000', 43, 1043.25, 0, '{"kind":"play","seat":1,"action":"draw orange","spent":1066}');
INSERT INTO public.log VALUES ('table00000000000', 44, 1044.25, 0, '{"kind":"play","seat":1,"action":"draw black","spent":316}');
INSERT INTO public.log VALUES ('table00000000000', 45, 1045.25, 0, '{"kind":"play","action":"draw black","spent":4428}');
INSERT INTO public.log VALUES ('table00000000000', 46, 1046.25, 0, '{"kind":"play","action":"draw deck","spent":4297}');
INSERT INTO public.log VALUES ('table00000000000', 47, 1047.25, 0, '{"kind":"play","seat":1,"action":"claim british-museum-piccadilly-circus","spent":4274}');
INSERT INTO public.log VALUES ('table00000000000', 48, 1048.25, 0, '{"kind":"play","seat":1,"action":"pay 1 pink 1 wild","spent":1762}');
INSERT INTO public.log VALUES ('table00000000000', 49, 1049.25, 0, '{"kind":"play","action":"claim buckingham-palace-hyde-park","spent":4831}');
INSERT INTO public.log VALUES ('table00000000000', 50, 1050.25, 0, '{"kind":"play","action":"pay 1 yellow","spent":4748}');
INSERT INTO public.log VALUES ('table00000000000', 51, 1051.25, 0, '{"kind":"play","seat":1,"action":"claim british-museum-covent-garden","spent":3691}');
INSERT INTO public.log VALUES ('table00000000000', 52, 1052.25, 0, '{"kind":"play","seat":1,"action":"pay 1 yellow","spent":2927}');
INSERT INTO public.log VALUES ('table00000000000', 53, 1053.25, 0, '{"kind":"play","action":"draw green","spent":2656}');
INSERT INTO public.log VALUES ('table00000000000', 54, 1054.25, 0, '{"kind":"play","action":"draw deck","spent":944}');
INSERT INTO public.log VALUES ('table00000000000', 55, 1055.25, 0, '{"kind":"play","seat":1,"action":"claim elephant-castle-waterloo","spent":4809}');
INSERT INTO public.log VALUES ('table00000000000', 56, 1056.25, 0, '{"kind":"play","seat":1,"action":"pay 2 orange","spent":1559}');
INSERT INTO public.log VALUES ('table00000000000', 57, 1057.25, 0, '{"kind":"play","action":"claim british-museum-kings-cross","spent":132}');
INSERT INTO public.log VALUES ('table00000000000', 58, 1058.25, 0, '{"kind":"play","action":"pay 2 black","spent":959}');
INSERT INTO public.log VALUES ('table00000000000', 59, 1059.25, 0, '{"kind":"play","seat":1,"action":"claim covent-garden-trafalgar-square","spent":1806}');
INSERT INTO public.log VALUES ('table00000000000', 60, 1060.25, 0, '{"kind":"play","seat":1,"action":"pay 1 black","spent":1396}');
INSERT INTO public.log VALUES ('table00000000000', 61, 1061.25, 0, '{"kind":"play","action":"claim covent-garden-st-pauls","spent":3490}');
INSERT INTO public.log VALUES ('table00000000000', 62, 1062.25, 0, '{"kind":"play","action":"pay 2 blue 1 wild","spent":824}');
INSERT INTO public.log VALUES ('table00000000000', 63, 1063.25, 0, '{"kind":"play","seat":1,"action":"draw green","spent":1792}');
INSERT INTO public.log VALUES ('table00000000000', 64, 1064.25, 0, '{"kind":"play","seat":1,"action":"draw blue","spent":4701}');
INSERT INTO public.log VALUES ('table00000000000', 65, 1065.25, 0, '{"kind":"play","action":"tickets","spent":4932}');
INSERT INTO public.log VALUES ('table00000000000', 66, 1066.25, 0, '{"kind":"play","action":"keep 1 2","spent":606}');
INSERT INTO public.log VALUES ('table00000000000', 67, 1067.25, 0, '{"kind":"play","seat":1,"action":"draw blue","spent":1019}');
INSERT INTO public.log VALUES ('table00000000000', 68, 1068.25, 0, '{"kind":"play","seat":1,"action":"draw pink","spent":4967}');
INSERT INTO public.log VALUES ('table00000000000', 69, 1069.25, 0, '{"kind":"play","action":"draw pink","spent":3204}');
INSERT INTO public.log VALUES ('table00000000000', 70, 1070.25, 0, '{"kind":"play","action":"draw black","spent":3032}');
INSERT INTO public.log VALUES ('table00000000000', 71, 1071.25, 0, '{"kind":"play","seat":1,"action":"draw orange","spent":298}');
INSERT INTO public.log VALUES ('table00000000000', 72, 1072.25, 0, '{"kind":"play","seat":1,"action":"draw deck","spent":177}');
INSERT INTO public.log VALUES ('table00000000000', 73, 1073.25, 0, '{"kind":"play","action":"draw deck","spent":1515}');
INSERT INTO public.log VALUES ('table00000000000', 74, 1074.25, 0, '{"kind":"play","action":"draw deck","spent":1014}');
INSERT INTO public.log VALUES ('table00000000000', 75, 1075.25, 0, '{"kind":"play","seat":1,"action":"claim big-ben-waterloo","spent":1725}');
INSERT INTO public.log VALUES ('table00000000000', 76, 1076.25, 0, '{"kind":"play","seat":1,"action":"pay 1 blue","spent":186}');
INSERT INTO public.log VALUES ('table00000000000', 77, 1077.25, 0, '{"kind":"play","action":"claim globe-theatre-tower-of-london","spent":3486}');
INSERT INTO public.log VALUES ('table00000000000', 78, 1078.25, 0, '{"kind":"play","action":"pay 2 green 1 wild","spent":2129}');
INSERT INTO public.log VALUES ('table00000000000', 79, 1079.25, 0, '{"kind":"play","seat":1,"action":"draw orange","spent":1809}');
INSERT INTO public.log VALUES ('table00000000000', 80, 1080.25, 0, '{"kind":"play","seat":1,"action":"draw pink","spent":2466}');
INSERT INTO public.log VALUES ('table00000000000', 81, 1081.25, 0, '{"kind":"play","action":"draw wild","spent":3572}');
INSERT INTO public.log VALUES ('table00000000000', 82, 1082.25, 0, '{"kind":"bot","level":"easy","timeout":true}');
INSERT INTO public.log VALUES ('table00000000001', 0, 1000.25, 0, '{"kind":"sit","name":"梅"}');
INSERT INTO public.log VALUES ('table00000000001', 1, 1001.25, 0, '{"kind":"play","action":"keep 1 3","spent":4662}');
INSERT INTO public.log VALUES ('table00000000001', 2, 1002.25, 0, '{"kind":"play","seat":1,"action":"keep 1 2","spent":2089}');
INSERT INTO public.log VALUES ('table00000000001', 3, 1003.25, 0, '{"kind":"play","action":"claim atlanta-nashville","spent":4058}');
INSERT INTO public.log VALUES ('table00000000001', 4, 1004.25, 0, '{"kind":"play","action":"pay 1 orange","spent":3868}');
INSERT INTO public.log VALUES ('table00000000001', 5, 1005.25, 0, '{"kind":"play","seat":1,"action":"tickets","spent":3109}');
INSERT INTO public.log VALUES ('table00000000001', 6, 1006.25, 0, '{"kind":"play","seat":1,"action":"keep 1 2 3","spent":1719}');
INSERT INTO public.log VALUES ('table00000000001', 7, 1007.25, 0, '{"kind":"play","action":"claim atlanta-charleston","spent":3996}');
INSERT INTO public.log VALUES ('table00000000001', 8, 1008.25, 0, '{"kind":"play","action":"pay 2 white","spent":3193}');
INSERT INTO public.log VALUES ('table00000000001', 9, 1009.25, 0, '{"kind":"play","seat":1,"action":"claim little-rock-saint-louis","spent":4976}');
INSERT INTO public.log VALUES ('table00000000001', 10, 1010.25, 0, '{"kind":"play","seat":1,"action":"pay 2 orange","spent":3648}');
INSERT INTO public.log VALUES ('table00000000001', 11, 1011.25, 0, '{"kind":"play","action":"draw wild","spent":1874}');
INSERT INTO public.log VALUES ('table00000000001', 12, 1012.25, 0, '{"kind":"play","seat":1,"action":"claim kansas-city-omaha/2","spent":837}');
INSERT INTO public.log VALUES ('table00000000001', 13, 1013.25, 0, '{"kind":"play","seat":1,"action":"pay 1 blue","spent":250}');
INSERT INTO public.log VALUES ('table00000000001', 14, 1014.25, 0, '{"kind":"play","action":"draw green","spent":208}');
INSERT INTO public.log VALUES ('table00000000001', 15, 1015.25, 0, '{"kind":"play","action":"draw deck","spent":75}');
INSERT INTO public.log VALUES ('table00000000001', 16, 1016.25, 0, '{"kind":"play","seat":1,"action":"claim dallas-houston","spent":1774}');
INSERT INTO public.log VALUES ('table00000000001', 17, 1017.25, 0, '{"kind":"play","seat":1,"action":"pay 1 purple","spent":237}');
INSERT INTO public.log VALUES ('table00000000001', 18, 1018.25, 0, '{"kind":"play","action":"claim raleigh-washington","spent":1816}');
INSERT INTO public.log VALUES ('table00000000001', 19, 1019.25, 0, '{"kind":"play","action":"pay 1 green 1 wild","spent":4061}');
INSERT INTO public.log VALUES ('table00000000001', 20, 1020.25, 0, '{"kind":"play","seat":1,"action":"draw wild","spent":1909}');
INSERT INTO public.log VALUES ('table00000000001', 21, 1021.25, 0, '{"kind":"play","action":"claim portland-seattle","spent":1891}');
INSERT INTO public.log VALUES ('table00000000001', 22, 1022.25, 0, '{"kind":"play","action":"pay 1 blue","spent":3765}');
INSERT INTO public.log VALUES ('table00000000001', 23, 1023.25, 0, '{"kind":"play","seat":1,"action":"draw deck","spent":176}');
INSERT INTO public.log VALUES ('table00000000001', 24, 1024.25, 0, '{"kind":"play","seat":1,"action":"draw black","spent":4558}');
INSERT INTO public.log VALUES ('table00000000001', 25, 1025.25, 0, '{"kind":"play","action":"draw orange","spent":1522}');
INSERT INTO public.log VALUES ('table00000000001', 26, 1026.25, 0, '{"kind":"bot","level":"easy","timeout":true}');
INSERT INTO public.log VALUES ('table00000000002', 0, 1000.25, 0, '{"kind":"sit","name":"梅"}');
INSERT INTO public.log VALUES ('table00000000002', 1, 1001.25, 0, '{"kind":"play","action":"place tokyo r30c24","spent":750}');
INSERT INTO public.log VALUES ('table00000000002', 2, 1002.25, 0, '{"kind":"play","action":"stop","spent":2957}');
INSERT INTO public.log VALUES ('table00000000002', 3, 1003.25, 0, '{"kind":"play","action":"build r14c38 e","spent":2524}');
INSERT INTO public.log VALUES ('table00000000002', 4, 1004.25, 0, '{"kind":"play","action":"build r15c37 sw","spent":4963}');
INSERT INTO public.log VALUES ('table00000000002', 5, 1005.25, 0, '{"kind":"play","action":"build r14c12 sw","spent":4970}');
INSERT INTO public.log VALUES ('table00000000002', 6, 1006.25, 0, '{"kind":"play","action":"build r10c25 se","spent":4761}');
INSERT INTO public.log VALUES ('table00000000002', 7, 1007.25, 0, '{"kind":"play","action":"build r35c23 se","spent":1297}');
INSERT INTO public.log VALUES ('table00000000002', 8, 1008.25, 0, '{"kind":"play","action":"build r27c24 sw","spent":3223}');
INSERT INTO public.log VALUES ('table00000000002', 9, 1009.25, 0, '{"kind":"play","action":"build r35c21 se","spent":3047}');
INSERT INTO public.log VALUES ('table00000000002', 10, 1010.25, 0, '{"kind":"play","action":"done","spent":4112}');
INSERT INTO public.log VALUES ('table00000000002', 11, 1011.25, 0, '{"kind":"play","seat":1,"action":"place mito r15c38","spent":294}');
INSERT INTO public.log VALUES ('table00000000002', 12, 1012.25, 0, '{"kind":"play","seat":1,"action":"stop","spent":2982}');
INSERT INTO public.log VALUES ('table00000000002', 13, 1013.25, 0, '{"kind":"play","seat":1,"action":"build r31c31 sw","spent":2608}');
INSERT INTO public.log VALUES ('table00000000002', 14, 1014.25, 0, '{"kind":"play","seat":1,"action":"build r30c22 e","spent":3470}');
INSERT INTO public.log VALUES ('table00000000002', 15, 1015.25, 0, '{"kind":"play","seat":1,"action":"build r32c32 s","spent":1347}');
INSERT INTO public.log VALUES ('table00000000002', 16, 1016.25, 0, '{"kind":"play","seat":1,"action":"build r33c32 se","spent":1453}');
INSERT INTO public.log VALUES ('table00000000002', 17, 1017.25, 0, '{"kind":"play","seat":1,"action":"build r23c23 s","spent":1889}');
INSERT INTO public.log VALUES ('table00000000002', 18, 1018.25, 0, '{"kind":"play","seat":1,"action":"build r9c27 sw","spent":1447}');
INSERT INTO public.log VALUES ('table00000000002', 19, 1019.25, 0, '{"kind":"play","seat":1,"action":"build r25c23 se","spent":1422}');
INSERT INTO public.log VALUES ('table00000000002', 20, 1020.25, 0, '{"kind":"play","seat":1,"action":"build r13c13 se","spent":4179}');
INSERT INTO public.log VALUES ('table00000000002', 21, 1021.25, 0, '{"kind":"play","seat":1,"action":"done","spent":4208}');
INSERT INTO public.log VALUES ('table00000000002', 22, 1022.25, 0, '{"kind":"play","action":"step n","spent":3650}');
INSERT INTO public.log VALUES ('table00000000002', 23, 1023.25, 0, '{"kind":"play","action":"step s","spent":4303}');
INSERT INTO public.log VALUES ('table00000000002', 24, 1024.25, 0, '{"kind":"play","action":"step w","spent":4861}');
INSERT INTO public.log VALUES ('table00000000002', 25, 1025.25, 0, '{"kind":"play","action":"step n","spent":2964}');
INSERT INTO public.log VALUES ('table00000000002', 26, 1026.25, 0, '{"kind":"bot","level":"easy","timeout":true}');
INSERT INTO public.tables VALUES ('table00000000000', 1000.5, true, true, '{"id":"table00000000000","game":"london","options":{"first_seat":0,"empty_deck":"none"},"rules":1,"seed":"7","salt":"0000000000000000000000000000000000000000000000000000000000000000","seats":[{"kind":"open","name":"駅 \\ \" 0","level":null,"token":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},{"kind":"bot","name":"Ben","level":"easy","token":""}],"public":true,"clock_minutes":5,"created":1000.5}', 0);
INSERT INTO public.tables VALUES ('table00000000002', 1002.5, false, false, '{"id":"table00000000002","game":"tokyo","options":{"scenario":"kanto","short":false,"debt":0,"strike":"printed","equal_turns":false,"no_lockout":false,"turn_limit":200,"first_seat":"drawn"},"rules":1,"seed":"9","salt":"0000000000000000000000000000000000000000000000000000000000000002","seats":[{"kind":"open","name":"駅 \\ \" 2","level":null,"token":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},{"kind":"bot","name":"Ben","level":"easy","token":""}],"public":false,"clock_minutes":5,"created":1002.5}', 0);
INSERT INTO public.tables VALUES ('table00000000001', 1001.5, false, false, '{"id":"table00000000001","game":"america","options":{"first_seat":0,"empty_deck":"none"},"rules":1,"seed":"8","salt":"0000000000000000000000000000000000000000000000000000000000000001","seats":[{"kind":"open","name":"駅 \\ \" 1","level":null,"token":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},{"kind":"bot","name":"Ben","level":"easy","token":""}],"public":false,"clock_minutes":5,"created":1001.5}', 2000.5);
ALTER TABLE ONLY public.clocks
    ADD CONSTRAINT clocks_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.ekiben_version
    ADD CONSTRAINT ekiben_version_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.log
    ADD CONSTRAINT log_pkey PRIMARY KEY (table_id, seq);
ALTER TABLE ONLY public.present
    ADD CONSTRAINT present_pkey PRIMARY KEY (table_id, process);
ALTER TABLE ONLY public.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
CREATE INDEX present_process ON public.present USING btree (process);
CREATE INDEX tables_watchable ON public.tables USING btree (created DESC) WHERE (public AND (NOT over));
ALTER TABLE ONLY public.log
    ADD CONSTRAINT log_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.present
    ADD CONSTRAINT present_process_fkey FOREIGN KEY (process) REFERENCES public.processes(id) ON DELETE CASCADE;
